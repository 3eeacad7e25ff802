import { dialogueTask } from '../dialogue/dialogueTask'
import { own } from './messages/own'
import { type SeekArgs, seekTalk } from './seekTalk'

export default dialogueTask<'hider' | 'seeker'>({
  id: 'seek',
  title: () => own('title'),
  introduced: (role, args) => ({
    title: own(`${role}.title`),
    steps: [own(`${role}.first`, { seconds: (args as SeekArgs).hide_seconds }), own(`${role}.talk`)],
    end: own(`${role}.end`),
  }),
  talk: seekTalk,
})
