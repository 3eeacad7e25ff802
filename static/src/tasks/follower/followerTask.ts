import { defineTask } from '../defineTask'
import { showDone } from '../showDone'
import { FollowerSession } from './FollowerSession'
import { showInstructions } from './showInstructions'
import { showSubmit } from './showSubmit'
import { showWalk } from './showWalk'

export const followerTask = defineTask({
  id: 'follower',
  title: 'Follower',
  first: 'instructions',
  transitions: {
    instructions: { start: 'walk' },
    walk: { finish: 'submit' },
    submit: { back: 'walk', stored: 'done' },
    done: {},
  },
  phases: {
    instructions: { title: 'Get ready', show: showInstructions },
    walk: { title: 'Listen and walk', dark: true, show: showWalk },
    submit: { title: 'Send', show: showSubmit },
    done: { show: showDone },
  },
  begin: (context) => new FollowerSession(context),
})
