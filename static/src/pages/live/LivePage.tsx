import type { TeamClient } from '../../api/TeamClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { LearnerView } from '../../api/types'
import type { Scope } from '../../kit/lifecycle/Scope'
import { isRefused, type Notice, problemNotice } from '../../kit/notices/notice'
import { Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink } from '../../kit/view/controls'
import { drawInto } from '../../kit/view/drawing'
import { LearnerList } from './LearnerList'
import { Watching } from './Watching'
import { WatchingView } from './WatchingView'
import { say } from '../../kit/messages/staffMessages'
import { PageMenus } from '../../kit/view/PageMenus'

/** Seconds between two looks at who is there. */
const LOOK_SECONDS = 3

interface LiveState {
  /** Null until they have come. */
  readonly learners: readonly LearnerView[] | null
  readonly watching: Watching | null
  readonly problem: Notice | null
}

/** The learners who let the team watch, and the one who is watched. */
export class LivePage {
  private readonly draw: ReturnType<typeof drawInto>
  private state: LiveState = { learners: null, watching: null, problem: null }
  private turn = 0

  constructor(
    root: HTMLElement,
    private readonly client: Pick<TeamClient, 'learners' | 'watchLearner' | 'giveHint' | 'scan' | 'image'>,
    private readonly scope: Scope,
  ) {
    this.draw = drawInto(root)
    this.change({})
  }

  async load(): Promise<void> {
    await this.look()
    this.scope.every(LOOK_SECONDS, () => void this.look())
  }

  private async look(): Promise<void> {
    try {
      this.change({ learners: await this.client.learners(), problem: null })
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.change({ problem: problemNotice(reason, say('The learners cannot be shown')), ...(isRefused(reason) && { learners: null }) })
    }
  }

  private async watch(learner: LearnerView): Promise<void> {
    const turn = ++this.turn
    this.state.watching?.dispose()
    try {
      const scan = await this.client.scan(learner.scan_id)
      if (turn !== this.turn) return // somebody else was chosen meanwhile
      this.change({ watching: new Watching(this.scope, this.client, learner, scan) })
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.change({ watching: null, problem: problemNotice(reason, say('The learner cannot be watched')) })
    }
  }

  private change(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change }
    const { learners, watching, problem } = this.state
    this.draw(
      <>
        <header class="page-head">
          <BackLink />
          <h1>{say('Live training')}</h1>
          <PageMenus />
        </header>
        <div class="page-notice" role="alert">
          {problem && <NoticeCard notice={problem} />}
        </div>
        {learners === null && problem === null && <Loading />}
        {learners && (
          <div class="live-training">
            <LearnerList learners={learners} watched={watching?.learner.live_id ?? null} watch={(learner) => void this.watch(learner)} />
            {watching && <WatchingView key={watching.learner.live_id} watching={watching} />}
          </div>
        )}
      </>,
    )
  }
}
