import { kindName } from '../../annotations/kinds'
import { type DialogueAddress, dialogueUrl } from '../../annotations/replayAddress'
import { ApiProblem } from '../../api/ApiProblem'
import type { TeamClient } from '../../api/TeamClient'
import { Scope } from '../../kit/lifecycle/Scope'
import { say } from '../../kit/messages/staffMessages'
import { type Notice, problemNotice } from '../../kit/notices/notice'
import { Failed, Loading, NoticeCard } from '../../kit/notices/NoticeCard'
import { BackLink } from '../../kit/view/controls'
import { drawInto } from '../../kit/view/drawing'
import { PageMenus } from '../../kit/view/PageMenus'
import { followInAddress } from '../../replay/followInAddress'
import { fetchTogether } from '../../replay/together/sides'
import { Together } from '../../replay/together/Together'
import { TogetherView } from '../../replay/together/TogetherView'

/** What the page shows below its head. */
type DialogueState =
  | { readonly name: 'loading' }
  | { readonly name: 'failed'; readonly notice: Notice; readonly canRetry: boolean }
  | { readonly name: 'shown'; readonly together: Together }

/** Both sides of one dialogue, played again together. */
export class DialoguePage {
  private readonly draw: ReturnType<typeof drawInto>
  private shown: Scope | null = null
  private title = say('Dialogue')

  constructor(
    root: HTMLElement,
    private readonly client: TeamClient,
    private readonly address: DialogueAddress,
    private readonly scope: Scope,
  ) {
    this.draw = drawInto(root)
  }

  async load(): Promise<void> {
    this.shown?.dispose()
    this.shown = new Scope(this.scope)
    this.show({ name: 'loading' })
    try {
      await this.open(this.shown)
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.show({ name: 'failed', notice: problemNotice(reason, say('The dialogue cannot be shown')), canRetry: reason.transient })
    }
  }

  private async open(scope: Scope): Promise<void> {
    const { pairingId, moment } = this.address
    const view = await this.client.dialogue(pairingId)
    this.title = say('{{kind}} on path {{path}}', { kind: kindName(view.kind), path: view.path_id })
    document.title = `PanGEA · ${this.title}`
    const sources = await fetchTogether(this.client, view, scope)
    if (scope.disposed) return
    const together = new Together(view, sources, { moment: moment ?? 0, loadImage: this.client.image }, scope)
    this.show({ name: 'shown', together })
    together.start()
    followInAddress(together.replay, scope, (time) => dialogueUrl({ pairingId, moment: time }))
  }

  private show(state: DialogueState): void {
    this.draw(
      <>
        <header class="page-head">
          <BackLink />
          <h1>{this.title}</h1>
          <PageMenus />
        </header>
        <div>{this.content(state)}</div>
      </>,
    )
  }

  private content(state: DialogueState) {
    if (state.name === 'loading') return <Loading />
    if (state.name === 'failed') return <Failed notice={state.notice} retry={state.canRetry ? () => void this.load() : null} />
    return <TogetherView together={state.together} />
  }
}

/** What the page says when its address names no dialogue. */
export function showNothingChosen(root: HTMLElement): void {
  drawInto(root)(
    <NoticeCard
      notice={{
        name: 'nothing-chosen',
        title: say('No dialogue is chosen'),
        detail: say('The address of a dialogue must name its pairing, for example {{address}}.', { address: '/dialogue?id=4f0c' }),
      }}
    >
      <a href="/monitor" data-testid="back">
        {say('Choose an annotation on the Monitor page')}
      </a>
    </NoticeCard>,
  )
}
