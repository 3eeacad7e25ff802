import type { LineMessage, LineNews } from '../api/types'
import { ApiProblem } from '../api/ApiProblem'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'

const FIRST_PAUSE_SECONDS = 0.5
const LONGEST_PAUSE_SECONDS = 5
const PING_SECONDS = 2
/** A server that says nothing for so long, although it was asked, is not there. */
const SILENCE_SECONDS = 4
const OPENING_SECONDS = 10
/** Why the server closes a line, as in its `collect/pairing/`. */
const REFUSED = 4403
const REPLACED = 4409

type News<Type extends LineNews['type']> = Extract<LineNews, { type: Type }>
export type Standing = News<'now'>
export type PartnerText = News<'text'>
export type PartnerCamera = News<'camera'>

/** `lost`: it is tried again. `refused` and `replaced`: only when somebody asks for it. `over`: the dialogue is. */
export type LineState = 'joining' | 'joined' | 'lost' | 'refused' | 'replaced' | 'over'

interface LineEvents {
  state: LineState
  /** How it stands with the partner, whenever that changes. */
  now: Standing
  text: PartnerText
  camera: PartnerCamera
  signal: News<'signal'>['data']
  /** The partner has done what this person waits for. */
  ready: null
  /** For setting the clocks of both recordings against each other. */
  clock: ClockReading
}

/** When a ping was sent and its answer arrived (milliseconds of `performance.now()`), and the server's clock between them (since 1970). */
export interface ClockReading {
  readonly sent: number
  readonly received: number
  readonly answered: number
  readonly arrived: number
}

/** Who joins the line of which pairing. */
export interface LineSeat {
  readonly pairingId: string
  readonly leaseId: string
  readonly token: string
}

type Socket = Pick<WebSocket, 'send' | 'close' | 'bufferedAmount'> & EventTarget

/**
 * The line between the pages of two people: joins by itself, and again whenever it was lost, until the dialogue is over.
 * Nothing is kept to be sent later, since a camera or a text of some seconds ago would mislead.
 */
export class PairingLine extends Emitter<LineEvents> {
  private reading: ClockReading | null = null
  /** How it stood when the server last said so. */
  now: Standing | null = null
  /** Why the server refused this page. */
  refusal: ApiProblem | null = null
  private readonly scope: Scope
  private connection: Scope | null = null
  private socket: Socket | null = null
  private current: LineState = 'joining'
  private pause = FIRST_PAUSE_SECONDS
  private cancelPause: (() => void) | null = null
  private wantsOver = false
  /** Since when a ping has had no answer; milliseconds. */
  private unanswered: number | null = null

  constructor(
    parent: Scope,
    private readonly seat: LineSeat,
    private readonly connect: (address: string) => Socket = (address) => new WebSocket(address),
  ) {
    super()
    this.scope = new Scope(parent)
    this.scope.add(() => this.removeHandlers())
    this.scope.listen(window, 'online', () => this.current === 'lost' && this.open())
    this.open()
  }

  get state(): LineState {
    return this.current
  }

  get partnerIsHere(): boolean {
    return this.current === 'joined' && this.now?.partner === 'here'
  }

  /** For how many seconds the partner has been away, by the server's clock; null while they are not. */
  get awaySeconds(): number | null {
    const { partner, away_since: since } = this.now ?? {}
    if (partner !== 'away' || !since) return null
    const last = this.reading
    const serverNow = last ? last.answered + performance.now() - last.arrived : Date.now()
    return Math.max(0, (serverNow - Date.parse(since)) / 1000)
  }

  /** Bytes that wait to be sent, as where the line is slow. */
  get backlog(): number {
    return this.socket?.bufferedAmount ?? 0
  }

  /** Returns whether it is on its way: nothing is sent while the line is lost. */
  send(message: LineMessage): boolean {
    if (this.current !== 'joined' || !this.socket) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  /** Ends the dialogue for both; where the line is lost, as soon as it is joined again. */
  end(): void {
    this.wantsOver = true
    this.send({ type: 'over' })
  }

  /** Tries again after the server refused this page, or another page took its place. */
  rejoin(): void {
    this.pause = FIRST_PAUSE_SECONDS
    this.turn('joining')
    this.open()
  }

  private open(): void {
    this.cancelPause?.()
    this.drop()
    const connection = (this.connection = new Scope(this.scope))
    const socket = (this.socket = this.connect(this.address))
    connection.add(() => socket.close())
    connection.listen(socket, 'open', () => this.greet(socket))
    connection.listen(socket, 'message', ({ data }) => this.hear(JSON.parse(String(data)) as LineNews))
    connection.listen(socket, 'close', (event) => this.lose((event as CloseEvent).code))
    connection.timeout(OPENING_SECONDS, () => this.current === 'joined' || this.lose(0))
  }

  private get address(): string {
    const { protocol, host } = location
    return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/api/v1/pairings/${encodeURIComponent(this.seat.pairingId)}/line`
  }

  private greet(socket: Socket): void {
    const { token, leaseId } = this.seat
    socket.send(JSON.stringify({ type: 'hello', token, lease_id: leaseId, program: false } satisfies LineMessage))
  }

  private hear(news: LineNews): void {
    this.unanswered = null
    switch (news.type) {
      case 'now':
        return this.stand(news)
      case 'pong':
        return this.read({ sent: news.sent, received: news.received, answered: news.answered, arrived: performance.now() })
      case 'text':
        return this.emit('text', news)
      case 'camera':
        return this.emit('camera', news)
      case 'signal':
        return this.emit('signal', news.data)
      case 'ready':
        return this.emit('ready', null)
      case 'refused':
        this.refusal = new ApiProblem(403, news.code, news.detail, news.remedy)
    }
  }

  private read(reading: ClockReading): void {
    this.reading = reading
    this.emit('clock', reading)
  }

  private stand(now: Standing): void {
    this.now = now
    if (this.current !== 'joined') this.join()
    this.emit('now', now)
    if (now.state === 'ended') this.stop('over')
  }

  private join(): void {
    this.pause = FIRST_PAUSE_SECONDS
    this.refusal = null
    this.turn('joined')
    this.beat()
    this.connection?.every(PING_SECONDS, () => this.beat())
    if (this.wantsOver && this.now?.state !== 'ended') this.send({ type: 'over' })
  }

  /** Silence counts from a ping that was sent: the timers of a page in the background are late, and its pings with them. */
  private beat(): void {
    const now = performance.now()
    if (this.unanswered !== null && now - this.unanswered >= SILENCE_SECONDS * 1000) return this.lose(0)
    this.unanswered ??= now
    this.send({ type: 'ping', sent: now })
  }

  private lose(code: number): void {
    if (code === REPLACED) return this.stop('replaced')
    if (code === REFUSED) return this.stop('refused')
    this.stop('lost')
    this.cancelPause = this.scope.timeout(this.pause, () => this.open())
    this.pause = Math.min(LONGEST_PAUSE_SECONDS, this.pause * 2)
  }

  private stop(state: LineState): void {
    this.drop()
    this.turn(state)
  }

  private drop(): void {
    this.connection?.dispose()
    this.connection = null
    this.socket = null
    this.unanswered = null
  }

  private turn(state: LineState): void {
    if (state === this.current) return
    this.current = state
    this.emit('state', state)
  }
}
