import type { VoiceSource } from '../../audio/Microphone'
import type { PairingLine } from '../../dialogue/PairingLine'
import type { Link } from '../../dialogue/voice/LinkLog'
import type { LiveVoice } from '../../dialogue/voice/LiveVoice'
import { PushToTalk } from '../../dialogue/voice/PushToTalk'
import type { Signalling } from '../../dialogue/voice/signals'
import { html } from '../../kit/dom/html'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import type { Recording } from '../../recording/Recording'

/** A line that has so many bytes left to send would make a voice late where the partner cannot see it. */
const MOST_BACKLOG_BYTES = 16_000

interface Talking {
  /** One of the two makes the offers. */
  polite: boolean
  /** Whether the partner hears only while a button is held. */
  pushes: boolean
  iceServers: RTCIceServer[]
  link: Link
}

type TalkLine = Pick<PairingLine, 'on' | 'send' | 'backlog' | 'now' | 'state'>

/** Lets both hear each other while they record: a partner hears nothing that is not recorded. */
export class LiveTalk {
  readonly element = html('div', { class: 'dialogue-voice', 'data-testid': 'voice' })
  private readonly told = html('p', { class: 'hint', role: 'status', 'data-testid': 'voice-told' })
  private voice: LiveVoice | null = null
  private voiceScope: Scope
  /** One at a time: a second voice would be heard as an echo. */
  private opening: Promise<void> | null = null
  private recording: Recording | null = null
  /** Of push-to-talk: whether the button is held. */
  private held = false

  constructor(
    private readonly scope: Scope,
    private readonly line: TalkLine,
    private readonly talking: Talking,
  ) {
    this.voiceScope = new Scope(scope)
    this.element.append(this.told)
    if (talking.pushes) this.element.append(this.pushToTalk().element)
    scope.add(line.on('state', (state) => state === 'joined' && this.voice?.restart()))
    let partner = line.now?.partner
    scope.add(line.on('now', (now) => {
      if (now.partner_is_program) this.close()
      else if (now.partner === 'here' && partner !== 'here') this.voice?.restart()
      partner = now.partner
    }))
    this.close()
  }

  /** Another stretch of the recording has begun, perhaps with another microphone. */
  async follow(stretch: Scope, recording: Recording, microphone: VoiceSource): Promise<void> {
    this.recording = recording
    stretch.add(recording.on('change', () => this.gate()))
    if (!this.line.now?.partner_is_program) await (this.opening ??= this.open(microphone))
    this.gate()
  }

  private async open(microphone: VoiceSource): Promise<void> {
    const scope = (this.voiceScope = new Scope(this.scope))
    const [{ LiveVoice }, { LinkLog }] = await Promise.all([import('../../dialogue/voice/LiveVoice'), import('../../dialogue/voice/LinkLog')])
    const { polite, iceServers, link } = this.talking
    const { stream } = microphone
    if (scope.disposed || !stream) return
    const voice = (this.voice = new LiveVoice(scope, { polite, signal: this.signalling, stream, iceServers }))
    voice.on('change', ({ state }) => this.tell(state))
    this.tell(voice.state)
    new LinkLog(scope, link, { voice, line: this.line, timeAt: (moment) => this.recording?.recordedAt(moment) ?? null })
    scope.add(microphone.on('ended', () => this.close()))
  }

  private close(): void {
    this.voiceScope.dispose()
    this.voice = this.opening = null
    this.tell(this.line.now?.partner_is_program ? 'program' : 'silent')
  }

  private get signalling(): Signalling {
    const isLate = (data: object) => 'opus' in data && this.line.backlog > MOST_BACKLOG_BYTES
    return {
      send: (data) => !isLate(data) && this.line.send({ type: 'signal', data: data as Record<string, never> }),
      on: (name, listener) => this.line.on(name, listener),
    }
  }

  private gate(): void {
    const records = this.recording?.state === 'recording'
    if (this.voice) this.voice.muted = !records || (this.talking.pushes && !this.held)
  }

  private pushToTalk(): PushToTalk {
    const gated = (held: boolean) => {
      this.held = held
      this.gate()
    }
    return new PushToTalk(this.scope, { set muted(muted: boolean) { gated(!muted) }, get muted() { return true } }, t('dialogue.voice.push'))
  }

  private tell(state: LiveVoice['state'] | 'silent' | 'program'): void {
    if (this.element.dataset.voice === state) return
    this.element.dataset.voice = state
    this.told.textContent = t(`dialogue.voice.${state}`)
  }
}
