import { Microphone } from '../../audio/Microphone'
import { button } from '../../dom/button'
import { html } from '../../dom/html'
import { LevelMeter } from '../../dom/LevelMeter'
import { problemMessage } from '../../dom/message'
import { controlsPicture } from '../controlsPicture'
import type { PhaseContext } from '../defineTask'
import { instructionSteps } from '../instructionSteps'
import type { GuideEvent, GuideSession } from './GuideSession'

type Context = PhaseContext<GuideSession, GuideEvent>

const STEPS = [
  ['Walk the path', 'Follow the coloured line on the floor from blue to red. The red ring is the goal.'],
  ['Say the way while you walk', 'Somebody who cannot see the line must find the goal by your words alone.'],
  ['Name what you see', '“Go past the brown sofa, then turn left at the stairs.” Take your time; you can pause.'],
  ['Then write it down', 'You hear yourself again, and write what you said.'],
] as const

export function showInstructions({ scope, root, session, send }: Context): void {
  const meter = new LevelMeter()
  const problem = html('div', {})
  const start = button(scope, { name: 'start', label: 'Start', look: 'primary', press: () => send('start') })
  const allow = button(scope, {
    name: 'allow-microphone',
    label: 'Allow microphone',
    icon: 'microphone',
    look: 'primary',
    press: () => void open(),
  })
  const check = microphoneCheck(meter)
  check.hidden = start.hidden = true
  root.append(
    html('h1', {}, 'Guide somebody along a path'),
    instructionSteps(STEPS),
    controlsPicture(),
    html('section', { class: 'ready' }, allow, check, start, problem),
  )

  async function open(): Promise<void> {
    allow.disabled = true
    try {
      session.microphone ??= await Microphone.open(session.scope)
      scope.add(session.microphone.on('level', (level) => meter.show(level)))
      check.hidden = start.hidden = !(allow.hidden = true)
      problem.replaceChildren()
      start.focus()
    } catch (error) {
      allow.disabled = false
      problem.replaceChildren(problemMessage(scope, error, { title: 'There is no microphone yet' }))
    }
  }
}

function microphoneCheck(meter: LevelMeter): HTMLElement {
  const hint = 'Say a few words: the bar should reach the green part. If it does not, come closer to the microphone.'
  return html('div', { class: 'check', 'data-testid': 'microphone-check' }, meter.element, html('p', {}, hint))
}
