import { button } from '../../dom/button'
import { html } from '../../dom/html'
import { controlsPicture } from '../controlsPicture'
import type { PhaseContext } from '../defineTask'
import { instructionSteps } from '../instructionSteps'
import type { FollowerEvent, FollowerSession } from './FollowerSession'

export function showInstructions({ scope, root, send }: PhaseContext<FollowerSession, FollowerEvent>): void {
  const start = button(scope, { name: 'start', label: 'Start', look: 'primary', press: () => send('start') })
  root.append(
    html('h1', {}, 'Follow somebody’s words'),
    instructionSteps([
      ['Listen', 'Somebody walked through this place and said the way. You start where they started.'],
      ['Walk where the words lead', 'Pause, jump back and listen again as often as you like. You can also read the words.'],
      ['Say when you are there', 'Press “I am at the end” where you think the way ends. You may turn back before that.'],
      ['Lost?', 'It is not a test of you: if the words lead nowhere, press “Give up”.'],
    ]),
    controlsPicture(),
    html('section', { class: 'ready' }, start),
  )
}
