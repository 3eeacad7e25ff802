import { writingTask } from '../writing/writingTask'
import { own } from './messages/own'
import { showTranslating } from './showTranslating'

export default writingTask({
  id: 'translate',
  texts: () => {
    const { title, start, read, write, names } = own('instructions')
    return { title: own('title'), steps: own('steps'), introduction: { title, start, steps: [read, write, names] } }
  },
  show: showTranslating,
})
