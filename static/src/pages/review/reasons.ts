/** What reviewers say most often. The annotator reads it, so it says what is wrong and what would be right. */

import type { Kind } from '../../api/ApiClient'

export type ReasonedVerdict = 'reject' | 'send_back'

/** What a kind offers, in `reasons.json` of its folder. */
const TEMPLATES = import.meta.glob<Partial<Record<ReasonedVerdict, readonly string[]>>>('../../tasks/*/reasons.json', { eager: true, import: 'default' })

export const templates = (verdict: ReasonedVerdict, kind: Kind): readonly string[] => TEMPLATES[`../../tasks/${kind}/reasons.json`]?.[verdict] ?? []
