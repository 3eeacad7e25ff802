/** The display name of each built-in flag; flags of other packages bring their own. */
const FLAG_NAMES: Record<string, string> = {
  barely_moved: 'barely moved',
  clipping: 'clipped',
  copied_transcript: 'copied',
  far_from_voice: 'not what was said',
  jumped: 'jumped',
  noise: 'noisy',
  pasted_transcript: 'pasted',
  path_not_completed: 'path not completed',
  read_aloud: 'read aloud',
  silence: 'silent',
  sounds_read: 'sounds read',
  too_short: 'too short',
  wrong_language: 'wrong language',
}

export const flagName = (flag: string): string => FLAG_NAMES[flag] ?? flag.replaceAll('_', ' ')
