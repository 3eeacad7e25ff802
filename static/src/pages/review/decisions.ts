/** What a reviewer can decide, and the reasons that reviewers give most often. */

import type { Kind } from '../../api/ApiClient'
import type { ReviewView } from '../../api/types'
import { say } from '../../kit/messages/staffMessages'

export type Verdict = 'accept' | 'reject' | 'send_back'

export interface Choice {
  readonly verdict: Verdict
  readonly label: string
  readonly action: 'accept' | 'reject' | 'sendBack'
  readonly look: string
}

const ACCEPT: Choice = { verdict: 'accept', label: say('Accept'), action: 'accept', look: 'primary' }
const REJECT: Choice = { verdict: 'reject', label: say('Reject'), action: 'reject', look: 'danger' }
const SEND_BACK: Choice = { verdict: 'send_back', label: say('Send back'), action: 'sendBack', look: 'plain' }

/** What the server lets be decided about an answer. */
export const choicesOf = ({ verdicts }: ReviewView): readonly Choice[] => [ACCEPT, REJECT, SEND_BACK].filter(({ verdict }) => verdicts.includes(verdict))

export type ReasonedVerdict = 'reject' | 'send_back'

/** Each kind has its own reasons. The annotator reads them, so each says what is wrong and what would be right. */
const TEMPLATES = import.meta.glob<Partial<Record<ReasonedVerdict, readonly string[]>>>('../../tasks/*/reasons.json', { eager: true, import: 'default' })

export const templates = (verdict: ReasonedVerdict, kind: Kind): readonly string[] => TEMPLATES[`../../tasks/${kind}/reasons.json`]?.[verdict] ?? []
