import type { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { AnnotationView } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { icon } from '../../kit/dom/icons'
import { Scope } from '../../kit/lifecycle/Scope'
import { kindName } from '../../annotations/kinds'
import { noticeElement, problemNotice } from '../../kit/notices/notice'
import { facts } from '../../replay/facts'
import { WordsDesk } from './mending/WordsDesk'
import { type ReplayAddress, replayQuery } from '../../annotations/replayAddress'
import { Player } from '../../replay/Player'
import { fetchSources } from '../../replay/sources'

/** One annotation, played again: what the camera saw, what was said, and how good it was. */
export class ReplayPage {
  private readonly content = html('div')
  private shown: Scope | null = null

  constructor(
    root: HTMLElement,
    private readonly client: ApiClient,
    private address: ReplayAddress,
    private readonly scope: Scope,
  ) {
    const name = kindName(address.kind)
    document.title = `PanGEA · ${name} ${address.annotationId}`
    const back = html('a', { class: 'back', href: '/monitor', 'data-testid': 'back' }, icon('back'), 'Monitor')
    const title = html('h1', {}, `${name} ${address.annotationId}`)
    root.replaceChildren(html('header', { class: 'page-head' }, html('nav', { 'aria-label': 'Back' }, back), title), this.content)
  }

  async load(): Promise<void> {
    this.shown?.dispose()
    this.shown = new Scope(this.scope)
    this.content.replaceChildren(html('p', { class: 'loading', 'data-testid': 'loading' }, 'Loading the annotation …'))
    try {
      await this.show(await this.client.annotation(this.address.kind, this.address.annotationId), this.shown)
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.showProblem(reason)
    }
  }

  private async show(view: AnnotationView, scope: Scope): Promise<void> {
    const playing = html('div', { class: 'replay-main' }, html('p', { class: 'loading', 'data-testid': 'loading' }, 'Loading camera and voice …'))
    const beside = html('div', { class: 'replay-side' }, facts(view))
    this.content.replaceChildren(html('div', { class: 'replay' }, playing, beside))
    const sources = await fetchSources(this.client, view, scope)
    const options = { mount: playing, moment: this.address.moment ?? 0, loadImage: this.client.image }
    const player = await Player.create(view, sources, options, scope)
    playing.replaceChildren(...player.main)
    beside.prepend(...player.beside)
    player.start()
    this.keepAddress(player, scope)
    this.offerMending(view, player, scope)
  }

  /** A Follower's words are mended where their Guide is replayed. */
  private offerMending(view: AnnotationView, { waveform, replay, tools }: Player, scope: Scope): void {
    const { kind, instruction_id: instructionId } = view.summary
    if (!waveform || kind !== 'guide' || instructionId === null || !view.alignment) return
    const reload = () => {
      this.address = { ...this.address, moment: replay.time }
      void this.load()
    }
    tools.append(new WordsDesk(scope, this.client, view, instructionId, waveform, replay, reload).element)
  }

  /** The page's address follows the moment that a person chose, so that it can be shared. */
  private keepAddress(player: Player, scope: Scope): void {
    let cancel = (): void => undefined
    const keep = () => {
      cancel()
      cancel = scope.timeout(0.3, () => history.replaceState(history.state, '', this.linkTo(player.replay.time)))
    }
    player.replay.on('jump', keep)
    player.replay.on('playing', (playing) => !playing && keep())
  }

  private linkTo(moment: number): string {
    return `${location.pathname}${replayQuery({ ...this.address, moment })}`
  }

  private showProblem(problem: ApiProblem): void {
    const scope = new Scope(this.scope)
    const retry = button(scope, { name: 'retry', label: 'Try again', press: () => void this.load() })
    const notice = noticeElement(problemNotice(problem, 'The annotation cannot be shown'), ...(problem.transient ? [retry] : []))
    this.content.replaceChildren(html('div', { role: 'alert' }, notice))
  }
}

/** What the page says when its address names no annotation. */
export function nothingChosen(): HTMLElement {
  return noticeElement(
    {
      name: 'nothing-chosen',
      title: 'No annotation is chosen',
      detail: 'The address of a replay names one, such as /replay?kind=guide&id=12.',
    },
    html('a', { href: '/monitor', 'data-testid': 'back' }, 'Choose one on the monitoring page'),
  )
}
