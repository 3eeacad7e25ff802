import type { LearnerView } from '../../api/types'
import { Time } from '../../kit/formatting/figures'
import { NoticeCard } from '../../kit/notices/NoticeCard'
import { Button } from '../../kit/view/controls'
import { say } from '../../kit/messages/staffMessages'
import { personText } from '../../people/labels'

const PURPOSES: Record<LearnerView['purpose'], string> = { training: say('Training walk'), practice: say('Practice walk') }

interface LearnerListProps {
  readonly learners: readonly LearnerView[]
  /** The session of whoever is watched. */
  readonly watched: string | null
  readonly watch: (learner: LearnerView) => void
}

export function LearnerList({ learners, watched, watch }: LearnerListProps) {
  if (learners.length === 0 && watched === null) {
    const detail = say('Learners appear here when they let the team watch a training or practice walk. They are asked on their page.')
    return <NoticeCard notice={{ name: 'no-learners', title: say('No learner is sharing a walk'), detail }} />
  }
  return (
    <ul class="learners" aria-label={say('Learners')} data-testid="learners">
      {learners.map((learner) => (
        <li key={learner.live_id} class="card learner" data-testid="learner">
          <strong>{say('Person {{number}}', { number: personText(learner.annotator_id) })}</strong>
          <span>
            {PURPOSES[learner.purpose]} · {learner.scan_id}
            {learner.language && ` · ${say('reads {{language}}', { language: learner.language })}`}
          </span>
          <span>
            {say('since')} <Time at={learner.began_at} /> · {say('{{n}} watching', { count: learner.watchers })}
          </span>
          <Button name="watch" label={learner.live_id === watched ? say('You are watching') : say('Watch')} disabled={learner.live_id === watched} press={() => watch(learner)} />
        </li>
      ))}
    </ul>
  )
}
