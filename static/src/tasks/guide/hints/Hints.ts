import type { VoiceSource } from '../../../audio/Microphone'
import { loudness } from '../../../equipment/voice'
import { button } from '../../../kit/dom/button'
import { html } from '../../../kit/dom/html'
import type { Scope } from '../../../kit/lifecycle/Scope'
import type { Recording } from '../../../recording/Recording'
import type { Viewer } from '../../../viewer/Viewer'
import { own } from '../messages/own'
import { type HintName, type HintRules, HintWatch } from './HintWatch'
import { preferHints, wantsHints } from './hintPreference'

const CHECK_SECONDS = 0.5
const SHOWN_SECONDS = 8

/** What a person reads over the picture while they record. It takes no focus and stops nothing. */
export class Hints {
  readonly element = html('div', { class: 'guide-hints', role: 'status', 'data-testid': 'hints' })
  private cancelEnd: (() => void) | null = null

  constructor(
    private readonly scope: Scope,
    private readonly viewer: Pick<Viewer, 'on'>,
    private readonly rules: HintRules,
    private readonly goal: string | undefined,
  ) {}

  /** Watches a recording for as long as `stretch` lasts. */
  watch(stretch: Scope, recording: Recording, microphone: VoiceSource): void {
    const watch = new HintWatch(this.rules, this.goal, recording.recorded)
    stretch.add(
      microphone.on('block', ({ samples }) => watch.hear(recording.recorded, samples.length / microphone.sampleRate, loudness(samples))),
    )
    stretch.add(this.viewer.on('viewpointchange', ({ viewpointId }) => watch.arrive(recording.recorded, viewpointId)))
    stretch.every(CHECK_SECONDS, () => {
      const hint = recording.state === 'recording' && wantsHints() ? watch.hintAt(recording.recorded) : null
      if (hint) this.show(hint)
    })
    stretch.add(() => this.end())
  }

  private show(name: HintName): void {
    const words = html('p', { 'data-hint': name }, own(`hints.${name}`))
    const off = button(this.scope, { name: 'hints-off', label: own('hints.off'), look: 'link', press: () => this.switchOff() })
    this.say(words, off)
  }

  private switchOff(): void {
    preferHints(false)
    this.say(html('p', {}, own('hints.areOff')))
  }

  private say(...parts: HTMLElement[]): void {
    this.cancelEnd?.()
    this.element.replaceChildren(html('div', { class: 'guide-hint' }, ...parts))
    this.cancelEnd = this.scope.timeout(SHOWN_SECONDS, () => this.end())
  }

  private end(): void {
    this.cancelEnd?.()
    this.element.replaceChildren()
  }
}
