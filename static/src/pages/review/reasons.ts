/** What reviewers say most often. The annotator reads it, so it says what is wrong and what would be right. */

import type { Kind } from '../../api/ApiClient'

export type ReasonedVerdict = 'reject' | 'send_back'

const TEMPLATES: Record<ReasonedVerdict, Partial<Record<Kind, readonly string[]>>> = {
  reject: {
    guide: [
      'The voice cannot be understood: too quiet, too noisy or cut off.',
      'The instruction was not spoken during the walk. It was read aloud afterwards.',
      'The instruction does not describe the path.',
      'The instruction is too short to follow.',
      'The instruction is not in the language of the task.',
    ],
    follower: ['You hardly moved.', 'You walked without listening to the instruction.', 'You did not follow the instruction.'],
  },
  send_back: {
    guide: [
      'Some words that you said are missing from the transcript.',
      'The transcript has words that you did not say.',
      'There are typing errors in the transcript.',
      'The transcript is not in the language or script of your voice recording.',
    ],
    follower: [],
  },
}

export function templates(verdict: ReasonedVerdict, kind: Kind): readonly string[] {
  return TEMPLATES[verdict][kind] ?? []
}
