import { button } from '../../dom/button'
import { html } from '../../dom/html'
import { t } from '../../messages/messages'
import { campaignInstructions } from '../campaignInstructions'
import { controlsPicture } from '../controlsPicture'
import type { PhaseContext } from '../defineTask'
import { instructionSteps } from '../instructionSteps'
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
