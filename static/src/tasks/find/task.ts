import { t } from '../../kit/messages/messages'
import { defineTask } from '../phases/defineTask'
import { showDone } from '../parts/showDone'
import { showSend } from '../walk/showSend'
import { WalkSession } from '../walk/WalkSession'
import { showInstructions } from './showInstructions'
import { type FindAnswer, type FindArgs, showSearch } from './showSearch'

export default defineTask({
  id: 'find',
  title: () => t('find.title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'walk' },
    walk: { finish: 'submit' },
    submit: { back: 'walk', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => t('find.steps.ready'), show: showInstructions },
    walk: { title: () => t('find.steps.search'), dark: true, show: showSearch },
    submit: { title: () => t('find.steps.send'), show: showSend },
    done: { show: showDone },
  },
  begin: (context) => WalkSession.open<FindArgs, FindAnswer>(context, { mark: null }),
  draft: (session) => session.answer,
  reopen: (session) => (session.begun ? 'walk' : 'instructions'),
})
