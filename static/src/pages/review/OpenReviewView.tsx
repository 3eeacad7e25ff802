import { useLayoutEffect } from 'preact/hooks'

import { FlagList } from '../../flags/FlagList'
import { NoticeCard } from '../../kit/notices/NoticeCard'
import { useEvent } from '../../kit/view/drawing'
import { Facts } from '../../replay/Facts'
import { MapCard, ReplayMain } from '../../replay/PlayerView'
import { DecisionPanel } from './DecisionPanel'
import type { OpenReview } from './OpenReview'

/** The view of one annotation under review: its replay, its flags and the decision. */
export function OpenReviewView({ open }: { readonly open: OpenReview }) {
  const player = useEvent(open, 'change', () => open.player)
  const problem = useEvent(open, 'change', () => open.problem)
  useLayoutEffect(() => player?.start(), [player])
  return (
    <div class="replay review-open">
      {problem ? (
        <div class="replay-main">
          <NoticeCard notice={problem} />
        </div>
      ) : (
        <ReplayMain player={player} mount={open.mount} />
      )}
      <div class="replay-side">
        <DecisionPanel open={open} />
        <FlagList flags={open.review.flags} goTo={(seconds) => player?.replay.seek(seconds)} />
        {player && <MapCard player={player} />}
        {player && <Facts view={player.view} />}
      </div>
    </div>
  )
}
