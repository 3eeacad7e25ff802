/** What the server says of some kinds of task. */

import type { KindView } from '../src/api/types'

const kind = (facts: Pick<KindView, 'kind'> & Partial<KindView>): KindView => ({ gives_words: false, about_words: null, walks: false, speaks: false, ...facts })

export const GUIDE = kind({ kind: 'guide', gives_words: true, speaks: true })
export const FOLLOWER = kind({ kind: 'follower', about_words: 'guide', walks: true })
export const TOUR = kind({ kind: 'tour' })
