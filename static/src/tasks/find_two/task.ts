import { dialogueTask } from '../dialogue/dialogueTask'
import { own } from './messages/own'

const STEPS = ['first', 'talk'] as const

export default dialogueTask({
  id: 'find_two',
  title: () => own('title'),
  introduced: (role) => ({ title: own(`${role}.title`), steps: STEPS.map((step) => own(`${role}.${step}`)) }),
})
