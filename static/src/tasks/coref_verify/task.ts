import { landmarkTask } from '../paged/landmarkTask'
import { own } from './messages/own'
import { showChain, type VerifyAnswer, type VerifyItem } from './showChain'

const STEPS = ['look', 'compare', 'odd'] as const

/** Whether all phrases of a chain mean the same thing. */
export default landmarkTask<VerifyItem, VerifyAnswer>({
  id: 'coref_verify',
  texts: () => ({
    title: own('title'),
    step: own('step'),
    introduction: { title: own('introduction.title'), steps: STEPS.map((step) => own(`introduction.${step}`)) },
  }),
  phrases: ({ phrases }) => phrases,
  places: 'phrases',
  question: () => own('question'),
  show: showChain,
})
