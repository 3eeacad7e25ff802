import type { TeamClient } from '../../api/TeamClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { LandmarkPath, LandmarksOverview } from '../../api/types'
import type { Scope } from '../../kit/lifecycle/Scope'
import { say } from '../../kit/messages/staffMessages'
import { type Notice, problemNotice } from '../../kit/notices/notice'
import { drawInto } from '../../kit/view/drawing'
import { LandmarksView } from './LandmarksView'

export interface LandmarksState {
  /** Null until it has come. */
  readonly overview: LandmarksOverview | null
  readonly paths: readonly LandmarkPath[]
  /** Where the paths go on that are not shown yet; null after the last. */
  readonly further: string | null
  readonly problem: Notice | null
}

/** Seconds between two looks at how far they are. */
const LOOK_SECONDS = 15

/** How far the landmarks of the campaign are that the address names. */
export class LandmarksPage {
  private readonly draw: ReturnType<typeof drawInto>
  private state: LandmarksState = { overview: null, paths: [], further: null, problem: null }
  private campaign = new URLSearchParams(location.search).get('campaign')

  constructor(
    root: HTMLElement,
    private readonly client: Pick<TeamClient, 'landmarkProgress' | 'landmarkPaths'>,
    private readonly scope: Scope,
  ) {
    this.draw = drawInto(root)
    this.change({})
  }

  async load(): Promise<void> {
    await this.read()
    this.scope.every(LOOK_SECONDS, () => void this.attempt(async () => this.change({ overview: await this.client.landmarkProgress(this.campaign) })))
  }

  /** Shows another campaign, and says so in the address. */
  async choose(campaign: string): Promise<void> {
    this.campaign = campaign
    history.replaceState(null, '', `?campaign=${encodeURIComponent(campaign)}`)
    this.change({ paths: [], further: null })
    await this.read()
  }

  async more(): Promise<void> {
    const { overview, paths, further } = this.state
    const campaign = overview?.campaign_id
    if (!campaign || further === null) return
    await this.attempt(async () => {
      const page = await this.client.landmarkPaths(campaign, further)
      this.change({ paths: [...paths, ...page.items], further: page.next_cursor })
    })
  }

  private async read(): Promise<void> {
    await this.attempt(async () => {
      const overview = await this.client.landmarkProgress(this.campaign)
      this.campaign = overview.campaign_id
      this.change({ overview })
      if (overview.campaign_id === null) return
      const page = await this.client.landmarkPaths(overview.campaign_id, null)
      this.change({ paths: page.items, further: page.next_cursor })
    })
  }

  private change(change: Partial<LandmarksState>): void {
    this.state = { ...this.state, ...change }
    this.draw(<LandmarksView state={this.state} choose={(campaign) => void this.choose(campaign)} more={() => void this.more()} />)
  }

  private async attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act()
      this.change({ problem: null })
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.change({ problem: problemNotice(reason, say('The landmarks cannot be shown')) })
    }
  }
}
