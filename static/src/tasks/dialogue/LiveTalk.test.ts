// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import { settled } from '../../../testing/until'
import type { VoiceSource } from '../../audio/Microphone'
import type { PairingLine } from '../../dialogue/PairingLine'
import type { Link } from '../../dialogue/voice/LinkLog'
import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import type { Recording } from '../../recording/Recording'
import { LiveTalk } from './LiveTalk'

const voices: TestVoice[] = []

/** Tells what a test says. */
class Teller<Events extends object> extends Emitter<Events> {
  tell<Name extends keyof Events>(name: Name, what: Events[Name]): void {
    this.emit(name, what)
  }
}

class TestVoice extends Teller<{ change: { state: string; way: null } }> {
  muted = false
  state = 'connecting'
  way = null
  heard = null
  restart = vi.fn()

  constructor(
    readonly scope: Scope,
    readonly options: { polite: boolean; signal: { send: (data: object) => boolean } },
  ) {
    super()
    voices.push(this)
  }
}

vi.mock('../../dialogue/voice/LiveVoice', () => ({ LiveVoice: TestVoice }))

interface TestStanding {
  partner: string
  partner_is_program?: boolean
}

class TestLine extends Teller<{ state: string; now: TestStanding; signal: object }> {
  backlog = 0
  state = 'joined'
  now: TestStanding = { partner: 'here' }
  send = vi.fn(() => true)
}

class TestRecording extends Emitter<{ change: null }> {
  state = 'recording'
  recordedAt = () => 1.5

  turn(state: string): void {
    this.state = state
    this.emit('change', null)
  }
}

class TestSource extends Teller<{ ended: null }> {
  readonly stream = {}
}

let scope: Scope
let line: TestLine
let recording: TestRecording
let microphone: TestSource
let link: Link

beforeEach(() => {
  voices.length = 0
  scope = new Scope()
  link = { heard: [], states: [] }
  ;[line, recording, microphone] = [new TestLine(), new TestRecording(), new TestSource()]
})

async function begin(pushes = false): Promise<{ talk: LiveTalk; voice: TestVoice }> {
  const talk = new LiveTalk(scope, line as unknown as PairingLine, { polite: true, pushes, iceServers: [], link })
  await talk.follow(new Scope(scope), recording as unknown as Recording, microphone as unknown as VoiceSource)
  const [voice] = voices
  if (!voice) throw new Error('There is no voice.')
  return { talk, voice }
}

it('lets the partner hear nothing that is not recorded', async () => {
  const { voice } = await begin()
  expect(voice.muted).toBe(false)
  recording.turn('paused')
  expect(voice.muted).toBe(true)
  recording.turn('recording')
  expect([voice.muted, voices.length]).toEqual([false, 1])
})

it('lets the partner hear only while a button is held, where the campaign says so', async () => {
  const { talk, voice } = await begin(true)
  const button = talk.element.querySelector('button')
  expect(voice.muted).toBe(true)
  button?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }))
  expect(voice.muted).toBe(false)
  recording.turn('paused')
  expect(voice.muted).toBe(true)
  button?.dispatchEvent(new KeyboardEvent('keyup', { key: ' ' }))
  recording.turn('recording')
  expect(voice.muted).toBe(true)
})

it('says how the voices stand, and begins anew with another microphone', async () => {
  const { talk, voice } = await begin()
  expect(talk.element.dataset.voice).toBe('connecting')
  voice.tell('change', { state: 'connected', way: null })
  expect([talk.element.dataset.voice, talk.element.textContent]).toEqual(['connected', expect.stringContaining('hear each other')])
  microphone.tell('ended', null)
  expect([talk.element.dataset.voice, voice.scope.disposed]).toEqual(['silent', true])
  await talk.follow(new Scope(scope), recording as unknown as Recording, new TestSource() as unknown as VoiceSource)
  expect(voices.length).toBe(2)
})

it('has one voice, also where a stretch begins while it is being opened', async () => {
  const talk = new LiveTalk(scope, line as unknown as PairingLine, { polite: true, pushes: false, iceServers: [], link })
  const begun = () => talk.follow(new Scope(scope), recording as unknown as Recording, microphone as unknown as VoiceSource)
  await Promise.all([begun(), begun()])
  expect(voices.length).toBe(1)
})

it('calls again when the own line or the partner has come back', async () => {
  const { voice } = await begin()
  line.tell('state', 'joined')
  line.tell('now', { partner: 'away' })
  expect(voice.restart).toHaveBeenCalledTimes(1)
  line.tell('now', { partner: 'here' })
  line.tell('now', { partner: 'here' })
  expect(voice.restart).toHaveBeenCalledTimes(2)
})

it('drops what would come late over a slow line, and never what connects the voices', async () => {
  const { voice } = await begin()
  const { send } = voice.options.signal
  line.backlog = 20_000
  expect([send({ opus: 'x' }), send({ description: {} })]).toEqual([false, true])
  expect(line.send).toHaveBeenCalledExactlyOnceWith({ type: 'signal', data: { description: {} } })
})

it('keeps how the line stands while a voice lives', async () => {
  await begin()
  expect(link.states).toEqual([{ time: 1.5, joined: true, partner: 'here', way: null, muted: false }])
})

it('needs no voice where there is no stream, as in a page that is closing', async () => {
  const talk = new LiveTalk(scope, line as unknown as PairingLine, { polite: true, pushes: false, iceServers: [], link })
  void talk.follow(new Scope(scope), recording as unknown as Recording, microphone as unknown as VoiceSource)
  scope.dispose()
  await settled()
  expect(voices).toEqual([])
})

it('connects no voice to a program, whether it was there before or comes later, and says what it is', async () => {
  const told = (talk: LiveTalk) => [talk.element.dataset.voice, talk.element.textContent.includes('is a program')]
  line.now = { partner: 'here', partner_is_program: true }
  const talk = new LiveTalk(scope, line as unknown as PairingLine, { polite: true, pushes: false, iceServers: [], link })
  await talk.follow(new Scope(scope), recording as unknown as Recording, microphone as unknown as VoiceSource)
  expect([told(talk), voices.length]).toEqual([['program', true], 0])
  line.now = { partner: 'away' }
  const { talk: other, voice } = await begin()
  line.now = { partner: 'here', partner_is_program: true }
  line.tell('now', line.now)
  expect([told(other), voice.scope.disposed, voice.restart.mock.calls.length]).toEqual([['program', true], true, 0])
})
