import { kindName } from '../../annotations/kinds'
import { type ReplayAddress, replayQuery } from '../../annotations/replayAddress'
import type { TeamClient } from '../../api/TeamClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { AnnotationView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { Scope } from '../../kit/lifecycle/Scope'
import { type Notice, problemNotice } from '../../kit/notices/notice'
import { Failed, Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink } from '../../kit/view/controls'
import { drawInto } from '../../kit/view/drawing'
import { Facts } from '../../replay/Facts'
import { Player } from '../../replay/Player'
import { MapCard, ReplayMain } from '../../replay/PlayerView'
import { followInAddress } from '../../replay/followInAddress'
import { fetchSources } from '../../replay/sources'
import { timedWords } from '../../replay/spokenWords'
import { WordsDesk } from './mending/WordsDesk'
import { say } from '../../kit/messages/staffMessages'
import { PageMenus } from '../../kit/view/PageMenus'

/** What the page shows below its head. */
type ReplayState =
  | { readonly name: 'loading' }
  | { readonly name: 'failed'; readonly notice: Notice; readonly canRetry: boolean }
  /** `player` is null until camera and voice have loaded; `mount` holds the voice meanwhile. */
  | { readonly name: 'shown'; readonly view: AnnotationView; readonly mount: HTMLElement; readonly player: Player | null }

/** One annotation, played again: what the camera saw, what was said, and how good it was. */
export class ReplayPage {
  private readonly draw: ReturnType<typeof drawInto>
  private readonly name: string
  private shown: Scope | null = null

  constructor(
    root: HTMLElement,
    private readonly client: TeamClient,
    private address: ReplayAddress,
    private readonly scope: Scope,
  ) {
    this.name = `${kindName(address.kind)} ${address.annotationId}`
    document.title = `PanGEA · ${this.name}`
    this.draw = drawInto(root)
  }

  async load(): Promise<void> {
    this.shown?.dispose()
    this.shown = new Scope(this.scope)
    this.show({ name: 'loading' }, this.shown)
    try {
      await this.open(await this.client.annotation(this.address.kind, this.address.annotationId), this.shown)
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.show({ name: 'failed', notice: problemNotice(reason, say('The annotation cannot be shown')), canRetry: reason.transient }, this.shown)
    }
  }

  private async open(view: AnnotationView, scope: Scope): Promise<void> {
    const mount = html('div')
    this.show({ name: 'shown', view, mount, player: null }, scope)
    const sources = await fetchSources(this.client, view, scope)
    const options = { mount, moment: this.address.moment ?? 0, loadImage: this.client.image }
    const player = await Player.create(view, sources, options, scope)
    if (scope.disposed) return
    this.show({ name: 'shown', view, mount, player }, scope)
    player.start()
    followInAddress(player.replay, scope, (moment) => location.pathname + replayQuery({ ...this.address, moment }))
  }

  /** Loads the newest words, and goes on at this moment. */
  private reload(moment: number): void {
    this.address = { ...this.address, moment }
    void this.load()
  }

  private show(state: ReplayState, scope: Scope): void {
    this.draw(
      <>
        <header class="page-head">
          <BackLink />
          <h1>{this.name}</h1>
          <PageMenus />
        </header>
        <div>{this.content(state, scope)}</div>
      </>,
    )
  }

  private content(state: ReplayState, scope: Scope) {
    if (state.name === 'loading') return <Loading />
    if (state.name === 'failed') return <Failed notice={state.notice} retry={state.canRetry ? () => void this.load() : null} />
    const { view, mount, player } = state
    const tools = player && <Mendable client={this.client} scope={scope} player={player} reload={() => this.reload(player.replay.time)} />
    return (
      <div class="replay">
        <ReplayMain player={player} mount={mount} tools={tools} />
        <div class="replay-side">
          {player && <MapCard player={player} />}
          <Facts view={view} />
        </div>
      </div>
    )
  }
}

interface MendableProps {
  readonly client: TeamClient
  readonly scope: Scope
  readonly player: Player
  readonly reload: () => void
}

/** Lets staff correct a Guide's words. A Follower's page links to the Guide's replay for that. */
function Mendable({ client, scope, player: { view, waveform, replay }, reload }: MendableProps) {
  const { instruction_id: instructionId } = view.summary
  if (!waveform || !view.declares.gives_words || instructionId === null || !view.alignment) return null
  return <WordsDesk client={client} scope={scope} mended={{ instructionId, language: view.summary.language, version: view.alignment.version, words: timedWords(view), waveform, replay }} changed={reload} />
}

/** What the page says when its address names no annotation. */
export function showNothingChosen(root: HTMLElement): void {
  drawInto(root)(
    <NoticeCard
      notice={{ name: 'nothing-chosen', title: say('No annotation is chosen'), detail: say('The address of a replay must name an annotation, for example {{address}}.', { address: '/replay?kind=guide&id=12' }) }}
    >
      <a href="/monitor" data-testid="back">
        {say('Choose an annotation on the Monitor page')}
      </a>
    </NoticeCard>,
  )
}
