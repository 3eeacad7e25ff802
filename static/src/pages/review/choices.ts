/** What a reviewer can decide. */

import type { Kind } from '../../api/ApiClient'

export type Verdict = 'accept' | 'reject' | 'send_back'

export interface Choice {
  readonly verdict: Verdict
  readonly label: string
  readonly key: string
  readonly look: string
}

const ACCEPT: Choice = { verdict: 'accept', label: 'Accept', key: 'A', look: 'primary' }
const REJECT: Choice = { verdict: 'reject', label: 'Reject', key: 'R', look: 'danger-quiet' }
const SEND_BACK: Choice = { verdict: 'send_back', label: 'Send back', key: 'S', look: 'plain' }

/** Only a Guide's transcript can be mended: all else is accepted or rejected. */
export const choicesOf = (kind: Kind): readonly Choice[] => (kind === 'guide' ? [ACCEPT, REJECT, SEND_BACK] : [ACCEPT, REJECT])
