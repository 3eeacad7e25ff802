import { writingTask } from '../writing/writingTask'
import { own } from './messages/own'
import { showWriting } from './showWriting'

export default writingTask({
  id: 'transcribe',
  texts: () => {
    const { title, start, listen, write, unclear } = own('instructions')
    return { title: own('title'), steps: own('steps'), introduction: { title, start, steps: [listen, write, unclear] } }
  },
  show: showWriting,
})
