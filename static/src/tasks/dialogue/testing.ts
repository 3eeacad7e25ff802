import { beforeEach, type MockInstance, vi } from 'vitest'

import { TestAudio } from '../../../testing/TestAudio'
import { TestMicrophone } from '../../../testing/TestMicrophone'
import { stands, TestSockets } from '../../../testing/TestSockets'
import { settled } from '../../../testing/until'
import { Microphone } from '../../audio/Microphone'
import { click, comesTo, find, screen } from '../running/testing'

export let sockets: TestSockets
export let opening: MockInstance<typeof Microphone.open>

beforeEach(() => {
  localStorage.clear()
  sockets = new TestSockets()
  vi.stubGlobal('Audio', TestAudio)
  vi.stubGlobal('WebSocket', function WebSocket(address: string) {
    return sockets.connect(address)
  })
  opening = vi.spyOn(Microphone, 'open').mockImplementation((scope, rate) => Promise.resolve(new TestMicrophone(scope, rate ?? 8000) as unknown as Microphone))
})

/** Time passes in which the server answers pings. */
export async function passOnLine(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await screen.pass(1)
    const [{ sent } = { sent: 0 }] = sockets.last.ofType('ping').slice(-1)
    sockets.last.tell({ type: 'pong', sent, received: Date.now(), answered: Date.now() })
  }
  await settled()
}

/** Presses a button anywhere on the page, such as one of a dialog. */
export async function press(name: string): Promise<void> {
  click(document.body, name)
  await settled()
}

/** On a page whose task was opened: lets the partner be there, and records for some seconds. */
export async function recordOn(page: HTMLElement, standing: Parameters<typeof stands>[0], seconds = 6): Promise<void> {
  sockets.join(stands(standing))
  click(page, 'start')
  await comesTo(page, 'talk')
  await passOnLine(2)
  click(page, 'record')
  await passOnLine(seconds)
}

/** Writes down what was said, and hands it in. */
export async function write(page: HTMLElement, words: string): Promise<void> {
  const area = find(page, 'transcript') as HTMLTextAreaElement
  area.value = words
  area.dispatchEvent(new Event('input', { bubbles: true }))
  click(page, 'submit')
  await settled()
  await press('confirm-yes')
  await comesTo(page, 'done')
}
