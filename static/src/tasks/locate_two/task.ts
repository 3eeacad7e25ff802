import { dialogueTask } from '../dialogue/dialogueTask'
import { locateTalk } from './locateTalk'
import { own } from './messages/own'

const STEPS = ['first', 'talk'] as const

export default dialogueTask<'observer' | 'locator'>({
  id: 'locate_two',
  title: () => own('title'),
  introduced: (role) => ({ title: own(`${role}.title`), steps: STEPS.map((step) => own(`${role}.${step}`)), end: own(`${role}.end`) }),
  talk: locateTalk,
})
