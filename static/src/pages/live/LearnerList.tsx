import type { LearnerView } from '../../api/types'
import { Time } from '../../kit/formatting/figures'
import { NoticeCard } from '../../kit/notices/NoticeCard'
import { Button } from '../../kit/view/controls'

const PURPOSES: Record<LearnerView['purpose'], string> = { training: 'Training walk', practice: 'Practice walk' }

interface LearnerListProps {
  readonly learners: readonly LearnerView[]
  /** The session of whoever is watched. */
  readonly watched: string | null
  readonly watch: (learner: LearnerView) => void
}

export function LearnerList({ learners, watched, watch }: LearnerListProps) {
  if (learners.length === 0 && watched === null) {
    const detail = 'Learners appear here when they let the team watch a training or practice walk. They are asked on their page.'
    return <NoticeCard notice={{ name: 'no-learners', title: 'Nobody lets the team watch now', detail }} />
  }
  return (
    <ul class="learners" aria-label="Learners" data-testid="learners">
      {learners.map((learner) => (
        <li key={learner.live_id} class="card learner" data-testid="learner">
          <strong>Person {learner.annotator_id}</strong>
          <span>
            {PURPOSES[learner.purpose]} · {learner.scan_id}
            {learner.language && ` · reads ${learner.language}`}
          </span>
          <span>
            since <Time at={learner.began_at} /> · {learner.watchers} watching
          </span>
          <Button name="watch" label={learner.live_id === watched ? 'You are watching' : 'Watch'} disabled={learner.live_id === watched} press={() => watch(learner)} />
        </li>
      ))}
    </ul>
  )
}
