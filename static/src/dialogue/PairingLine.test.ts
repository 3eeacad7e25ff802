// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../testing/TestScreen'
import { stands, TestSockets } from '../../testing/TestSockets'
import type { LineNews } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'
import { type ClockReading, type LineState, PairingLine } from './PairingLine'

const SEAT = { pairingId: 'p 1/a', leaseId: 'l1', token: 'secret' }

let screen: TestScreen
let sockets: TestSockets
let scope: Scope
let line: PairingLine
let states: LineState[]

beforeEach(() => {
  screen = new TestScreen()
  sockets = new TestSockets()
  scope = new Scope()
  line = new PairingLine(scope, SEAT, sockets.connect)
  states = []
  line.on('state', (state) => states.push(state))
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

it('says first who joins, and nothing else before the server has answered', () => {
  expect(sockets.last.address).toBe('ws://localhost:3000/api/v1/pairings/p%201%2Fa/line')
  const socket = sockets.last.accept()
  expect([line.send({ type: 'text', words: 'Hello' }), line.state, socket.sent]).toEqual([false, 'joining', [{ type: 'hello', token: 'secret', lease_id: 'l1', program: false }]])
  socket.tell(stands())
  expect([line.state, line.partnerIsHere, line.send({ type: 'text', words: 'Hello' }), socket.ofType('text')]).toEqual(['joined', true, true, [{ type: 'text', words: 'Hello' }]])
})

it('tells what the partner does', () => {
  const heard: unknown[] = []
  line.on('text', ({ role, words }) => heard.push([role, words]))
  line.on('camera', ({ viewpoint_id: id, heading }) => heard.push([id, heading]))
  line.on('signal', (data) => heard.push(data))
  line.on('now', ({ partner }) => heard.push(partner))
  const socket = sockets.join()
  socket.tell({ type: 'text', role: 'oracle', words: 'Left!' })
  socket.tell({ type: 'camera', viewpoint_id: 'b', heading: 1, elevation: null })
  socket.tell({ type: 'signal', data: { sdp: 'x' } })
  expect(heard).toEqual(['here', ['oracle', 'Left!'], ['b', 1], { sdp: 'x' }])
})

it('joins again after 0.5 s, 1 s, 2 s, 4 s and 5 s, and begins anew once it has joined', async () => {
  const pauses: number[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    sockets.last.end()
    const [before, since] = [sockets.all.length, performance.now()]
    while (sockets.all.length === before) await screen.pass(0.1)
    pauses.push(Math.round((performance.now() - since) / 100) / 10)
  }
  expect([pauses, states]).toEqual([[0.5, 1, 2, 4, 5, 5], ['lost']])
  sockets.join()
  sockets.last.end()
  await screen.pass(0.6)
  expect([sockets.all.length, states]).toEqual([8, ['lost', 'joined', 'lost']])
})

it('joins at once when the network is back', async () => {
  for (let attempt = 0; attempt < 3; attempt++) {
    sockets.last.end()
    window.dispatchEvent(new Event('online'))
  }
  expect(sockets.all.length).toBe(4)
  sockets.join()
  window.dispatchEvent(new Event('online'))
  await screen.pass(1)
  expect([sockets.all.length, line.state]).toEqual([4, 'joined'])
})

it('stays away where the server refuses it, and says why', async () => {
  const socket = sockets.last.accept()
  socket.tell({ type: 'refused', code: 'lease', detail: 'The lease is over.', remedy: 'Ask for a task again.' })
  socket.end(4403)
  await screen.pass(60)
  window.dispatchEvent(new Event('online'))
  expect([sockets.all.length, line.state, line.refusal?.message, line.refusal?.remedy]).toEqual([1, 'refused', 'The lease is over.', 'Ask for a task again.'])
  line.rejoin()
  sockets.join()
  expect([sockets.all.length, line.state, line.refusal]).toEqual([2, 'joined', null])
})

it('leaves its place to another page of the same person', async () => {
  sockets.join()
  sockets.last.end(4409)
  await screen.pass(60)
  expect([sockets.all.length, line.state]).toEqual([1, 'replaced'])
})

it('ignores what only a newer server says, and does without what an older one leaves out', () => {
  const socket = sockets.join()
  socket.tell({ type: 'wave', hand: 'left' } as unknown as LineNews)
  const { partner_is_program: _, ...older } = stands({ partner: 'away' })
  socket.tell(older as LineNews)
  expect([line.state, line.now?.partner, line.send({ type: 'over' })]).toEqual(['joined', 'away', true])
})

it('asks for the time every two seconds, and keeps all four', async () => {
  const socket = sockets.join()
  await screen.pass(0.1)
  const readings: ClockReading[] = []
  line.on('clock', (reading) => readings.push(reading))
  const [{ sent } = { sent: -1 }] = socket.ofType('ping')
  socket.tell({ type: 'pong', sent, received: 1000.5, answered: 1001 })
  expect(readings).toEqual([{ sent, received: 1000.5, answered: 1001, arrived: performance.now() }])
  await screen.pass(2)
  expect(socket.ofType('ping').length).toBe(2)
})

it('gives a silent connection up after four seconds, and opens another one', async () => {
  const socket = sockets.join()
  await screen.pass(3.9)
  expect([line.state, socket.closed]).toEqual(['joined', false])
  await screen.pass(0.2)
  expect([line.state, socket.closed]).toEqual(['lost', true])
  await screen.pass(0.5)
  expect(sockets.all.length).toBe(2)
  socket.tell(stands({ partner: 'away' }))
  expect(line.now?.partner).toBe('here')
})

it('gives up a connection that does not come about', async () => {
  await screen.pass(9.9)
  expect(sockets.all.length).toBe(1)
  await screen.pass(1)
  expect([sockets.all.length, sockets.all[0]?.closed]).toEqual([2, true])
})

it('knows by the clock of the server for how long the partner has been away', async () => {
  const socket = sockets.join({ partner: 'away', away_since: '2026-11-23T12:00:00Z' })
  const [{ sent } = { sent: 0 }] = socket.ofType('ping')
  const answered = Date.parse('2026-11-23T12:01:00Z')
  socket.tell({ type: 'pong', sent, received: answered, answered })
  await screen.pass(1.5)
  expect(line.awaySeconds).toBeCloseTo(61.5, 5)
  socket.tell(stands())
  expect(line.awaySeconds).toBeNull()
})

it('is closed when the dialogue is over', async () => {
  const socket = sockets.join()
  socket.tell(stands({ state: 'ended', reason: 'done' }))
  await screen.pass(20)
  expect([line.state, socket.closed, sockets.all.length, line.now?.reason]).toEqual(['over', true, 1, 'done'])
})

it('ends the dialogue as soon as it can, once for each connection', async () => {
  line.end()
  const socket = sockets.join()
  socket.tell(stands({ partner: 'away' }))
  expect(socket.ofType('over').length).toBe(1)
  socket.end()
  await screen.pass(0.6)
  expect(sockets.join({ state: 'ended' }).ofType('over').length).toBe(0)
})

it('ends with its scope', async () => {
  const socket = sockets.join()
  scope.dispose()
  await screen.pass(10)
  expect([socket.closed, sockets.all.length]).toEqual([true, 1])
})
