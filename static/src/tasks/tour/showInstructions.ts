import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { problemMessage } from '../../kit/notices/message'
import { clock } from '../../kit/formatting/format'
import { t } from '../../kit/messages/messages'
import { campaignInstructions, controlsPicture, instructionSteps } from '../parts/instructions'
import type { IntroductionContext, PhaseContext } from '../phases/defineTask'
import type { GuideSession } from '../voiceWalk/GuideSession'
import { tourArgs } from './record'
import { own } from './messages/own'

const TOUR_STEPS = ['walk', 'tell', 'write'] as const

export function introduce({ lease, session }: Pick<IntroductionContext<GuideSession>, 'lease' | 'session'>): Node[] {
  const time = clock(tourArgs(session).min_seconds)
  return [
    html('h1', {}, own('instructions.title')),
    instructionSteps(TOUR_STEPS.map((step) => own(`instructions.${step}`, { time }))),
    ...campaignInstructions(lease),
    controlsPicture(),
  ]
}

export function showInstructions({ scope, root, lease, session, send }: PhaseContext<GuideSession, 'start'>): void {
  const { prompt } = tourArgs(session)
  const problem = html('div', {})
  const start = button(scope, { name: 'start', label: own('instructions.start'), look: 'primary', press: () => void open() })
  const wanted = prompt ? [html('p', { class: 'wanted', 'data-testid': 'tour-prompt' }, prompt)] : []
  const [title = problem, ...steps] = introduce({ lease, session })
  root.append(title, ...wanted, ...steps, html('section', { class: 'ready' }, start, problem))

  /** A browser gives a page the microphone only after a click or a key. */
  async function open(): Promise<void> {
    start.disabled = true
    try {
      await session.openMicrophone()
      send('start')
    } catch (error) {
      start.disabled = false
      problem.replaceChildren(problemMessage(scope, error, { title: t('record.notBegun') }))
    }
  }
}
