import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { controlsPicture } from '../parts/controlsPicture'
import type { PhaseContext } from '../phases/defineTask'
import { instructionSteps } from '../parts/instructionSteps'
import type { FindEvent, FindSession } from './showSearch'

const STEPS = ['look', 'point', 'lost'] as const

export function showInstructions({ scope, root, session, send }: PhaseContext<FindSession, FindEvent>): void {
  const start = button(scope, { name: 'start', label: t('find.instructions.start'), look: 'primary', press: () => send('start') })
  root.append(
    html('h1', {}, t('find.instructions.title')),
    html('p', { class: 'wanted', lang: 'en', 'data-testid': 'wanted' }, session.args.description),
    instructionSteps(STEPS.map((step) => t(`find.instructions.${step}`, { returnObjects: true }))),
    controlsPicture(),
    html('section', { class: 'ready' }, start),
  )
}
