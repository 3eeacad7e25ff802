import { Emitter } from '../../../static/src/kit/lifecycle/Emitter'
import type { Signalling } from '../../../static/src/dialogue/voice/signals'

/** The line between two pages, as far as voices need it. */
class Line extends Emitter<{ signal: object }> implements Signalling {
  constructor(
    private readonly socket: WebSocket,
    /** Whether the pages are told nothing of how to reach each other. */
    public blocked: boolean,
  ) {
    super()
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as { type: string; data: object }
      if (message.type === 'signal') this.emit('signal', message.data)
    }
  }

  send(data: object): boolean {
    if (this.socket.readyState !== WebSocket.OPEN) return false
    if (this.blocked && ('candidate' in data || 'description' in data)) this.sendWithoutPlaces(data)
    else this.pass(data)
    return true
  }

  private sendWithoutPlaces(data: { description?: RTCSessionDescriptionInit }): void {
    if (!data.description) return
    const sdp = (data.description.sdp ?? '').replaceAll(/^a=candidate:.*\r\n/gm, '')
    this.pass({ ...data, description: { ...data.description, sdp } })
  }

  private pass(data: object): void {
    this.socket.send(JSON.stringify({ type: 'signal', data }))
  }
}

export function connect(url: string, blocked: boolean): Promise<Line> {
  const socket = new WebSocket(url)
  const line = new Line(socket, blocked)
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(line)
    socket.onerror = () => reject(new Error('There is no line.'))
  })
}
