import './live.css'

import type { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import type { Hint, LiveReply, LiveRequest, MomentUpdate } from '../api/types'
import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { Scope } from '../kit/lifecycle/Scope'
import { chosenLanguage } from '../kit/messages/interfaceLanguage'
import { t } from '../kit/messages/messages'
import { problemMessage } from '../kit/notices/message'

/** Seconds between two looks that the team gets, and between those in which nothing has changed. */
const LOOK_SECONDS = 0.5
const BEAT_SECONDS = 5

/** The camera that is watched. Radians. */
export interface WatchedCamera {
  readonly viewpointId: string
  readonly heading: number
  readonly elevation: number
}

type Moment = Omit<MomentUpdate, 'heard'>
export type LiveClient = Pick<ApiClient, 'beginLive' | 'tellLive' | 'endLive'>

/** Lets a learner be watched by the team in a walk that does not count: asks first, shows it all the time, and ends when the learner says so. */
export class LiveHelp {
  readonly element = html('section', { class: 'live', 'data-testid': 'live' })
  private readonly words = html('textarea', { rows: 1, maxlength: 2000, dir: 'auto', 'data-testid': 'live-words' })
  private readonly status = html('span', { role: 'status', 'data-testid': 'live-status' })
  private readonly hints = html('ol', { class: 'live-hints', 'aria-live': 'polite' })
  private readonly problem = html('div', {})
  private camera: WatchedCamera | null = null
  private scanId = ''
  private level: number | null = null
  /** While the team may watch. */
  private watched: Scope | null = null
  private heard = 0

  constructor(
    private readonly scope: Scope,
    private readonly client: LiveClient,
    private readonly purpose: LiveRequest['purpose'],
  ) {
    this.offer()
    scope.add(() => this.end())
  }

  /** From now on this camera is the one to be watched. */
  follow(camera: WatchedCamera, scanId: string): void {
    this.camera = camera
    this.scanId = scanId
  }

  /** How loud the microphone is, from 0 to 1. */
  hear(level: number): void {
    this.level = level
  }

  private offer(): void {
    const yes = button(this.scope, { name: 'live-agree', label: t('live.agree'), press: () => void this.begin(yes) })
    this.element.replaceChildren(
      html('details', {}, html('summary', { 'data-testid': 'live-offer' }, t('live.offer')), html('p', {}, t('live.detail')), html('div', { class: 'message-actions' }, yes)),
      this.problem,
    )
  }

  private async begin(yes: HTMLButtonElement): Promise<void> {
    yes.disabled = true
    this.problem.replaceChildren()
    try {
      const reply = await this.open()
      if (!this.scope.disposed) this.show(reply)
      else this.leave()
    } catch (error) {
      yes.disabled = false
      this.problem.replaceChildren(problemMessage(this.scope, error, { title: t('live.failed') }))
    }
  }

  private open(): Promise<LiveReply> {
    return this.client.beginLive({ agreed: true, purpose: this.purpose, scan_id: this.scanId, language: chosenLanguage() })
  }

  private show(reply: LiveReply): void {
    const watched = (this.watched = new Scope(this.scope))
    this.heard = 0
    this.words.value = ''
    this.hints.replaceChildren()
    this.tellStatus(reply.watchers)
    const end = button(watched, { name: 'live-end', label: t('live.end'), press: () => this.end() })
    const field = html('label', { class: 'field live-field' }, html('span', {}, t('live.words')), this.words)
    this.element.replaceChildren(html('div', { class: 'live-head', 'data-testid': 'live-on' }, this.status, end), this.hints, field, this.problem)
    void this.tellAgain(watched, reply.live_id)
  }

  /** Tells what has changed, one look after the other, until it ends. */
  private async tellAgain(watched: Scope, liveId: string): Promise<void> {
    let [told, toldAt] = ['', 0]
    while (!watched.disposed) {
      const moment = this.moment
      const now = performance.now() / 1000
      if (moment !== null && (JSON.stringify(moment) !== told || now - toldAt > BEAT_SECONDS)) {
        ;[told, toldAt] = [JSON.stringify(moment), now]
        liveId = await this.tell(watched, liveId, moment)
      }
      await new Promise<void>((resolve) => watched.timeout(LOOK_SECONDS, resolve))
    }
  }

  /** Returns the session's id, another one where the server did not know it any more: the consent is for this walk, not for a server. */
  private async tell(watched: Scope, liveId: string, moment: Moment): Promise<string> {
    try {
      const reply = await this.client.tellLive(liveId, { ...moment, heard: this.heard })
      if (!watched.disposed) this.showReply(reply)
      return liveId
    } catch (error) {
      if (!watched.disposed) this.status.textContent = t('live.unreachable')
      const isUnknown = error instanceof ApiProblem && error.status === 404
      return isUnknown ? this.openAgain(watched, liveId) : liveId
    }
  }

  private async openAgain(watched: Scope, liveId: string): Promise<string> {
    if (watched.disposed) return liveId
    const reply = await this.open().catch(() => null)
    if (reply === null) return liveId
    if (this.watched !== watched) this.leave()
    this.heard = 0
    return reply.live_id
  }

  private showReply({ watchers, hints }: LiveReply): void {
    this.tellStatus(watchers)
    for (const hint of hints) this.showHint(hint)
  }

  private get moment(): Moment | null {
    const { camera } = this
    if (camera === null) return null
    const { viewpointId, heading, elevation } = camera
    return { viewpoint_id: viewpointId, heading: rounded(heading), elevation: rounded(elevation), level: this.level === null ? null : rounded(this.level), words: this.words.value }
  }

  private tellStatus(watchers: number): void {
    this.status.textContent = watchers === 0 ? t('live.nobody') : t('live.watched', { count: watchers })
  }

  private showHint({ number, words }: Hint): void {
    if (number <= this.heard) return
    this.heard = number
    this.hints.append(html('li', { dir: 'auto', 'data-testid': 'live-hint' }, words))
    this.hints.scrollTop = this.hints.scrollHeight
  }

  private end(): void {
    if (!this.watched) return
    this.watched.dispose()
    this.watched = null
    this.leave()
    if (!this.scope.disposed) this.offer()
  }

  /** If this does not arrive, the server lets nobody watch after some seconds of silence. */
  private leave(): void {
    void this.client.endLive().catch(() => undefined)
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
