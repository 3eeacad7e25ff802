import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { t } from '../../kit/messages/messages'
import { campaignInstructions } from '../parts/campaignInstructions'
import { controlsPicture } from '../parts/controlsPicture'
import type { PhaseContext } from '../phases/defineTask'
import { instructionSteps } from '../parts/instructionSteps'
import type { FollowerEvent, FollowerSession } from './FollowerSession'

const STEPS = ['listen', 'walk', 'say', 'lost'] as const

export function showInstructions({ scope, root, lease, send }: PhaseContext<FollowerSession, FollowerEvent>): void {
  const label = t('follower.instructions.start')
  const start = button(scope, { name: 'start', label, look: 'primary', press: () => send('start') })
  root.append(
    html('h1', {}, t('follower.instructions.title')),
    instructionSteps(STEPS.map((step) => t(`follower.instructions.${step}`, { returnObjects: true }))),
    ...campaignInstructions(lease),
    controlsPicture(),
    html('section', { class: 'ready' }, start),
  )
}
