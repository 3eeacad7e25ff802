import type { Choice, ItemContext } from '../landmarks/kind'
import type { Phrase } from '../landmarks/wire'
import { own } from './messages/own'
import { withOdd } from './odd'

/** All phrases of a chain, in the order of their sentences. */
export interface VerifyItem {
  readonly phrases: readonly Phrase[]
}

export interface VerifyAnswer {
  readonly verdict: 'same' | 'not_same'
  /** The `mention_id` of each phrase that means something else; none where the person cannot say. */
  readonly odd: readonly string[]
}

type VerifyContext = ItemContext<VerifyItem, VerifyAnswer>

/** Asks whether all mean the same; where they do not, which ones do not. */
export function showChain(context: VerifyContext): void {
  const { answer } = context
  if (answer?.verdict === 'not_same') askWhich(context, answer.odd)
  else askWhether(context)
}

function askWhether(context: VerifyContext): void {
  const { ask, offer, change } = context
  ask(own('question'))
  context.say('')
  change(null)
  offer([
    { name: 'same', label: own('answers.same'), answer: { verdict: 'same', odd: [] } },
    { name: 'not-same', label: own('answers.not_same'), press: () => askWhich(context, []) },
  ])
}

function askWhich(context: VerifyContext, odd: readonly string[]): void {
  const { item: { phrases }, ask, offer, change, say } = context
  const marks = phrases.map(({ mention_id: name, text, sentence }, number): Choice<VerifyAnswer> => ({
    name: `odd-${number + 1}`,
    label: text,
    words: sentence,
    pressed: odd.includes(name),
    press: () => {
      const changed = withOdd(odd, name, phrases.length)
      if (changed) askWhich(context, changed)
      else say(own('notAll'), { refused: true })
    },
  }))
  ask(own('which'))
  say(own('unsure'))
  offer([...marks, { name: 'after-all', label: own('answers.after_all'), press: () => askWhether(context) }])
  change({ verdict: 'not_same', odd: phrases.flatMap(({ mention_id: name }) => (odd.includes(name) ? [name] : [])) })
}
