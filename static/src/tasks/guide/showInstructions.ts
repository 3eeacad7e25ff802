import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { problemMessage } from '../../kit/notices/message'
import { t } from '../../kit/messages/messages'
import { campaignInstructions, controlsPicture, instructionSteps } from '../parts/instructions'
import { turnChoice } from '../parts/turnChoice'
import type { IntroductionContext, PhaseContext } from '../phases/defineTask'
import type { GuideEvent, GuideSession } from '../voiceWalk/GuideSession'
import { preferHints, wantsHints } from './hints/hintPreference'
import { own } from './messages/own'

const GUIDE_STEPS = ['walk', 'say', 'name'] as const

/** What a Guide does, step by step, and whether hints are shown. */
export function introduce({ scope, lease, session }: IntroductionContext<GuideSession>): Node[] {
  const steps = [...GUIDE_STEPS, session.speaksOnly ? ('listen' as const) : ('write' as const)]
  return [
    html('h1', {}, own('instructions.title')),
    instructionSteps(steps.map((step) => own(`instructions.${step}`))),
    ...campaignInstructions(lease),
    controlsPicture({ line: true }),
    hintsChoice(scope),
    turnChoice(scope),
  ]
}

export function showInstructions({ scope, root, lease, session, send }: PhaseContext<GuideSession, GuideEvent>): void {
  const problem = html('div', {})
  const press = (event: 'start' | 'practise') => () => void open(event)
  const start = button(scope, { name: 'start', label: own('instructions.start'), look: 'primary', press: press('start') })
  const practise = button(scope, { name: 'practise', label: own('instructions.practise'), press: press('practise') })
  root.append(
    ...introduce({ scope, lease, session }),
    html('section', { class: 'ready' }, html('div', { class: 'ready-actions' }, practise, start), problem),
  )

  /** A browser gives a page the microphone only after a click or a key. */
  async function open(event: 'start' | 'practise'): Promise<void> {
    start.disabled = practise.disabled = true
    try {
      await session.openMicrophone()
      send(event)
    } catch (error) {
      start.disabled = practise.disabled = false
      problem.replaceChildren(problemMessage(scope, error, { title: t('record.notBegun') }))
    }
  }
}

function hintsChoice(scope: Scope): HTMLElement {
  const box = html('input', { type: 'checkbox', checked: wantsHints(), 'data-testid': 'hints-wanted' })
  scope.listen(box, 'change', () => preferHints(box.checked))
  return html('label', { class: 'check-line' }, box, own('hints.wanted'))
}
