import { ApiProblem } from '../../api/ApiProblem'
import type { TeamClient } from '../../api/TeamClient'
import type { CampaignView, KindView, Me } from '../../api/types'
import { confirm } from '../../kit/dom/confirm'
import { download } from '../../kit/dom/download'
import type { Scope } from '../../kit/lifecycle/Scope'
import { say } from '../../kit/messages/staffMessages'
import { isRefused, type Notice } from '../../kit/notices/notice'
import { drawInto } from '../../kit/view/drawing'
import { TeamPage } from '../../session/TeamPage'
import { CampaignsView } from './CampaignsView'
import { type Draft, draftOf, type Mode, newDraft, onTopOf, sentText, turned, withCheck } from './draft'

/** What the page asks the server. */
export type CampaignsClient = Pick<TeamClient, 'campaigns' | 'campaign' | 'checkCampaign' | 'writeCampaign' | 'turnCampaign' | 'exampleCampaign' | 'kinds' | 'me'>

/** Seconds between two looks at the progress. */
const LOOK_SECONDS = 10
const MANAGERS: readonly Me['role'][] = ['manager', 'owner']
const YAML = 'application/yaml'

export interface CampaignsState {
  /** Null until they have come. */
  readonly campaigns: readonly CampaignView[] | null
  readonly kinds: readonly KindView[]
  readonly isManager: boolean
  /** The file that is being written; null while the list is shown. */
  readonly draft: Draft | null
  readonly busy: boolean
  /** What was done last. */
  readonly news: string
  readonly problem: Notice | null
}

/** Campaigns with their progress, and the file of one while it is written. */
export class CampaignsPage extends TeamPage<CampaignsState> {
  private readonly show: ReturnType<typeof drawInto>

  constructor(
    root: HTMLElement,
    private readonly client: CampaignsClient,
    private readonly scope: Scope,
  ) {
    super({ campaigns: null, kinds: [], isManager: false, draft: null, busy: false, news: '', problem: null })
    this.show = drawInto(root)
    this.change({})
    scope.listen(window, 'beforeunload', (event) => {
      if (this.state.draft?.isChanged) event.preventDefault()
    })
  }

  async load(): Promise<void> {
    await this.attempt(say('The campaigns cannot be shown'), async () => {
      const [{ role }, kinds, campaigns] = await Promise.all([this.client.me(), this.client.kinds(), this.client.campaigns()])
      this.change({ isManager: MANAGERS.includes(role), kinds, campaigns })
    })
    this.scope.every(LOOK_SECONDS, () => void this.look())
    if (location.hash === '#new' && this.state.isManager) this.begin()
  }

  begin(): void {
    this.change({ draft: newDraft(), news: '', problem: null })
  }

  async edit(campaignId: string): Promise<void> {
    await this.attempt(say('The campaigns cannot be shown'), async () => this.change({ draft: draftOf(await this.client.campaign(campaignId)), news: '' }))
  }

  async beginWithExample(): Promise<void> {
    await this.attempt(say('The campaigns cannot be shown'), async () => this.write({ ...newDraft(), mode: 'file', text: await this.client.exampleCampaign(), isChanged: true }))
  }

  write(draft: Draft): void {
    this.change({ draft })
  }

  leave(): void {
    this.change({ draft: null, problem: null })
    showList()
    void this.look()
  }

  /** Asks the server about the file as it is now; what is changed meanwhile is asked about anew. */
  async check(): Promise<void> {
    const draft = this.state.draft
    if (draft === null) return
    await this.attempt(say('This was not done'), async () => {
      const check = await this.client.checkCampaign({ text: sentText(draft), files: draft.files })
      if (this.state.draft === draft) this.write(withCheck(draft, check))
    })
  }

  /** The form shows what the file says, and the file what the form says. */
  async turnTo(mode: Mode): Promise<void> {
    if (this.state.draft?.mode === mode) return
    await this.check()
    if (this.state.draft !== null) this.write(turned(this.state.draft, mode))
  }

  /** Stores the file; where somebody else was faster, theirs is shown beside it, and nothing is lost. */
  async store(): Promise<void> {
    const { draft } = this.state
    const id = draft?.id ?? draft?.check?.plan?.campaign_id
    if (!draft || id === undefined) return
    await this.attempt(say('This was not done'), async () => {
      try {
        const { campaign } = await this.client.writeCampaign(id, { text: sentText(draft), files: draft.files, version: draft.version })
        this.change({ draft: null, news: say('{{id}} is stored as version {{version}}.', { id, version: campaign.version }), campaigns: await this.client.campaigns() })
        showList()
      } catch (reason) {
        if (!(reason instanceof ApiProblem) || reason.status !== 409 || draft.id === null) throw reason
        const newer = await this.client.campaign(id)
        if (newer.campaign.version === draft.version) throw reason
        this.write({ ...draft, newer })
      }
    })
  }

  keepMine(): void {
    const { draft } = this.state
    if (draft?.newer) this.write(onTopOf(draft, draft.newer))
  }

  takeTheirs(): void {
    const { draft } = this.state
    if (draft?.newer) this.write(draftOf(draft.newer, draft.mode))
  }

  async turn(campaign: CampaignView, state: CampaignView['state']): Promise<void> {
    const id = campaign.campaign_id
    const isSure = state !== 'closed' || (await confirm(this.scope, { title: say('Close {{id}} for good?', { id }), detail: say('No new tasks are given out, and the campaign never opens again. People may finish the tasks that they hold.'), yes: say('Close'), no: say('Cancel'), harmful: true }))
    if (!isSure) return
    await this.attempt(say('This was not done'), async () => {
      await this.client.turnCampaign(id, state)
      this.change({ campaigns: await this.client.campaigns() })
    })
  }

  async save({ campaign_id: id }: CampaignView): Promise<void> {
    await this.attempt(say('This was not done'), async () => download(this.scope, new Blob([(await this.client.campaign(id)).text], { type: YAML }), `${id}.yaml`))
  }

  /** The progress, where nobody is writing; a failure leaves the older one. */
  private async look(): Promise<void> {
    if (document.hidden || this.state.draft !== null || this.state.busy) return
    try {
      this.change({ campaigns: await this.client.campaigns() })
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
    }
  }

  protected draw(): void {
    this.show(<CampaignsView state={this.state} page={this} />)
  }

  protected refused(problem: ApiProblem): Partial<CampaignsState> {
    return isRefused(problem) ? { campaigns: null } : {}
  }
}

/** The address of the list: a reload does not begin a new campaign again. */
function showList(): void {
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname)
}
