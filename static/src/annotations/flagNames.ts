/** What each built-in flag is called; one of another package has its own name. */
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
  too_short: 'too short',
  wrong_language: 'wrong language',
}

export const flagName = (flag: string): string => FLAG_NAMES[flag] ?? flag.replaceAll('_', ' ')
