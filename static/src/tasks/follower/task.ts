import { t } from '../../kit/messages/messages'
import { defineTask } from '../phases/defineTask'
import { showDone } from '../parts/showDone'
import { FollowerSession } from './FollowerSession'
import { showInstructions } from './showInstructions'
import { showRate } from './showRate'
import { showSubmit } from './showSubmit'
import { showWalk } from './showWalk'

export default defineTask({
  id: 'follower',
  title: () => t('follower.title'),
  first: 'instructions',
  transitions: {
    instructions: { start: 'walk' },
    walk: { finish: 'rate' },
    rate: { rated: 'submit', back: 'walk' },
    submit: { back: 'rate', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: () => t('follower.steps.ready'), show: showInstructions },
    walk: { title: () => t('follower.steps.walk'), dark: true, show: showWalk },
    rate: { title: () => t('follower.steps.rate'), show: showRate },
    submit: { title: () => t('follower.steps.send'), show: showSubmit },
    done: { show: showDone },
  },
  begin: (context) => FollowerSession.open(context),
  draft: (session) => session.draft,
  reopen: (session, phase) => session.reopen(phase),
})
