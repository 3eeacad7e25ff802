import { ApiProblem } from '../../api/ApiProblem'
import type { TeamClient } from '../../api/TeamClient'
import type { CampaignView, InviteRequest, Me, PersonView, WithoutTask } from '../../api/types'
import { confirm } from '../../kit/dom/confirm'
import { download } from '../../kit/dom/download'
import type { Scope } from '../../kit/lifecycle/Scope'
import { say } from '../../kit/messages/staffMessages'
import { isRefused, type Notice } from '../../kit/notices/notice'
import { drawInto } from '../../kit/view/drawing'
import { TeamPage } from '../../session/TeamPage'
import { addressOf, linksCsv, type NewLink } from './links'
import { PeopleView } from './PeopleView'

/** What the page asks the server. */
export type PeopleClient = Pick<TeamClient, 'me' | 'people' | 'withoutTask' | 'campaigns' | 'invite' | 'inviteAgain' | 'inviteTable' | 'shutOut' | 'label'>

export const STAFF_PAGE = '/monitor'
export const ANNOTATORS_PAGE = '/work'

export interface PeopleState {
  /** Null until they have come. */
  readonly people: readonly PersonView[] | null
  readonly withoutTask: readonly WithoutTask[]
  readonly campaigns: readonly CampaignView[]
  readonly role: Me['role'] | null
  /** Links that were made and that nobody has put away yet. */
  readonly links: readonly NewLink[]
  readonly busy: boolean
  readonly problem: Notice | null
}

/** Everybody, with their labels; links for new people. */
export class PeoplePage extends TeamPage<PeopleState> {
  private readonly show: ReturnType<typeof drawInto>

  constructor(
    root: HTMLElement,
    private readonly client: PeopleClient,
    private readonly scope: Scope,
  ) {
    super({ people: null, withoutTask: [], campaigns: [], role: null, links: [], busy: false, problem: null })
    this.show = drawInto(root)
    this.change({})
    scope.listen(window, 'beforeunload', (event) => {
      if (this.state.links.length > 0) event.preventDefault()
    })
  }

  async load(): Promise<void> {
    await this.attempt(say('The people cannot be shown'), async () => {
      const [{ role }, people, withoutTask, campaigns] = await Promise.all([this.client.me(), this.client.people(), this.client.withoutTask(), this.client.campaigns()])
      this.change({ role, people, withoutTask, campaigns })
    })
  }

  /** Adds people who are alike. Where it stops, the links that were made so far are shown. */
  async invite(wanted: InviteRequest, count: number, page: string): Promise<void> {
    await this.attempt(say('This was not done'), async () => {
      for (let made = 0; made < count; made += 1) {
        const { annotator_id: person, token } = await this.client.invite(wanted)
        this.add({ person: String(person), address: addressOf(page, token) })
      }
    })
    await this.look()
  }

  async inviteTable(file: File, days: number, page: string): Promise<void> {
    await this.attempt(say('This was not done'), async () => {
      for (const { external_id: person, token } of await this.client.inviteTable(await file.text(), days)) {
        this.add({ person, address: token === null ? null : addressOf(page, token) })
      }
    })
    await this.look()
  }

  async inviteAgain({ annotator_id: person }: PersonView, page: string): Promise<void> {
    await this.attempt(say('This was not done'), async () => this.add({ person: String(person), address: addressOf(page, (await this.client.inviteAgain(person)).token) }))
    await this.look()
  }

  async shutOut({ annotator_id: person }: PersonView): Promise<void> {
    const isSure = await confirm(this.scope, { title: say('Shut out person {{person}}?', { person }), detail: say('Their links and browsers stop working at once. Their data stays.'), yes: say('Shut this person out'), no: say('Cancel'), harmful: true })
    if (!isSure) return
    await this.attempt(say('This was not done'), () => this.client.shutOut(person))
    await this.look()
  }

  async label({ annotator_id: person }: PersonView, label: string): Promise<void> {
    await this.attempt(say('This was not done'), async () => {
      const kept = await this.client.label(person, label)
      this.change({ people: this.state.people?.map((each) => (each.annotator_id === person ? { ...each, label: kept.label } : each)) ?? null })
    })
  }

  saveLinks(): void {
    download(this.scope, new Blob([linksCsv(this.state.links)], { type: 'text/csv' }), 'links.csv')
  }

  dropLinks(): void {
    this.change({ links: [] })
  }

  private add(link: NewLink): void {
    this.change({ links: [...this.state.links, link] })
  }

  private async look(): Promise<void> {
    try {
      const [people, withoutTask] = await Promise.all([this.client.people(), this.client.withoutTask()])
      this.change({ people, withoutTask })
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
    }
  }

  protected draw(): void {
    this.show(<PeopleView state={this.state} page={this} />)
  }

  protected refused(problem: ApiProblem): Partial<PeopleState> {
    return isRefused(problem) && this.state.role === null ? { people: null } : {}
  }
}
