import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { campaignInstructions } from '../parts/campaignInstructions'
import type { PhaseContext } from '../phases/defineTask'
import { instructionSteps } from '../parts/instructionSteps'
import type { TranscribeEvent, TranscribeSession } from './TranscribeSession'

const STEPS = ['listen', 'write', 'unclear'] as const

export function showInstructions({ scope, root, lease, send }: PhaseContext<TranscribeSession, TranscribeEvent>): void {
  const start = button(scope, { name: 'start', label: t('transcribe.instructions.start'), look: 'primary', press: () => send('start') })
  root.append(
    html('h1', {}, t('transcribe.instructions.title')),
    instructionSteps(STEPS.map((step) => t(`transcribe.instructions.${step}`, { returnObjects: true }))),
    ...campaignInstructions(lease),
    html('section', { class: 'ready' }, start),
  )
}
