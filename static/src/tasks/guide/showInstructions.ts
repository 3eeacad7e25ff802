import { button } from '../../dom/button'
import { html } from '../../dom/html'
import { LevelMeter } from '../../dom/LevelMeter'
import { problemMessage } from '../../dom/message'
import { t } from '../../messages/messages'
import { controlsPicture } from '../controlsPicture'
import type { PhaseContext } from '../defineTask'
import { instructionSteps } from '../instructionSteps'
import type { GuideEvent, GuideSession } from './GuideSession'

type Context = PhaseContext<GuideSession, GuideEvent>

const STEPS = ['walk', 'say', 'name', 'write'] as const

export function showInstructions({ scope, root, session, send }: Context): void {
  const meter = new LevelMeter()
  const problem = html('div', {})
  const start = button(scope, { name: 'start', label: t('guide.instructions.start'), look: 'primary', press: () => send('start') })
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
    html('h1', {}, t('guide.instructions.title')),
    instructionSteps(STEPS.map((step) => t(`guide.instructions.${step}`, { returnObjects: true }))),
    controlsPicture(),
    html('section', { class: 'ready' }, allow, check, start, problem),
  )

  async function open(): Promise<void> {
    allow.disabled = true
    try {
      const microphone = await session.openMicrophone()
      scope.add(microphone.on('level', (level) => meter.show(level)))
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
