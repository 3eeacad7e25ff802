import type { LineMessage, LineNews, PairingView } from '../src/api/types'
import type { Standing } from '../src/dialogue/PairingLine'

/** One end of a connection whose other end the test holds. */
export class TestSocket extends EventTarget {
  bufferedAmount = 0
  readonly sent: LineMessage[] = []
  closed = false

  constructor(readonly address: string) {
    super()
  }

  send = (text: string): void => void this.sent.push(JSON.parse(text) as LineMessage)

  close = (): void => {
    this.closed = true
  }

  /** The server takes the connection. */
  accept(): this {
    this.dispatchEvent(new Event('open'))
    return this
  }

  tell(news: LineNews): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(news) }))
  }

  /** The server, or the network, ends it. */
  end(code = 1006): void {
    this.closed = true
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }

  /** What was sent of one kind. */
  ofType<Type extends LineMessage['type']>(type: Type): Extract<LineMessage, { type: Type }>[] {
    return this.sent.filter((message): message is Extract<LineMessage, { type: Type }> => message.type === type)
  }
}

/** All connections that a page opens, one after the other. */
export class TestSockets {
  readonly all: TestSocket[] = []

  readonly connect = (address: string): TestSocket => {
    const socket = new TestSocket(address)
    this.all.push(socket)
    return socket
  }

  get last(): TestSocket {
    const socket = this.all.at(-1)
    if (!socket) throw new Error('Nothing was connected.')
    return socket
  }

  /** Lets the page join, and tells how it stands. */
  join(standing: Partial<Standing> = {}): TestSocket {
    const socket = this.last.accept()
    socket.tell(stands(standing))
    return socket
  }
}

/** How it stands for a navigator whose partner is there, apart from these. */
export const stands = (parts: Partial<Standing> = {}): Standing => ({
  type: 'now', state: 'running', role: 'navigator', partner_role: 'oracle', ends: true, partner: 'here', partner_is_program: false, away_since: null, reason: null, ...parts,
})

/** As whom a lease for two seats somebody: an oracle or a navigator, apart from these parts. */
export const seated = (role: string, parts: Partial<PairingView> = {}): PairingView => ({
  pairing_id: 'p1', role, ends: role === 'navigator', watched: role === 'navigator', watches: role === 'oracle', ice_servers: [], ...parts,
})
