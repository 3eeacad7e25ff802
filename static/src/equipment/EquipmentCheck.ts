import { Microphone } from '../audio/Microphone'
import { MicrophoneError } from '../audio/MicrophoneError'
import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { LevelMeter } from '../kit/dom/LevelMeter'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { type Fault, isBearable, networkFault, pictureFault } from './faults'
import { isVoice, type Loudness, loudness, noiseFault, voiceFault } from './voice'

type Check = 'picture' | 'network' | 'microphone' | 'voice' | 'noise'

const CHECKS: readonly Check[] = ['picture', 'network', 'microphone', 'voice', 'noise']
/** How long a voice must be heard, how long we wait for it, and how long the quiet moment lasts. */
const SPEAK_SECONDS = 1.5
const PATIENCE_SECONDS = 8
const QUIET_SECONDS = 1.5

/** Checks microphone, pictures and network before the person's time begins to count. */
export class EquipmentCheck {
  readonly element = html('section', { class: 'equipment', 'data-testid': 'equipment' })
  private readonly rows: Record<Check, HTMLElement>
  private readonly faults = new Map<Check, Fault>()
  private readonly passed = new Set<Check>()
  private readonly meter = new LevelMeter()
  private readonly task = html('p', { class: 'equipment-task', role: 'status', tabindex: -1, 'data-testid': 'equipment-task' })
  private readonly allow: HTMLButtonElement
  private readonly again: HTMLButtonElement
  private readonly start: HTMLButtonElement
  private readonly elsewhere = html('a', { class: 'button', target: '_blank', 'data-testid': 'new-tab' }, t('equipment.newTab'))
  private listening: Scope

  /** `address` opens this page in a tab of its own; `start` is called when the person goes on, by the button that `startLabel` names. */
  constructor(
    private readonly scope: Scope,
    address: string,
    start: () => void,
    private readonly startLabel = t('equipment.start'),
  ) {
    this.listening = new Scope(scope)
    this.elsewhere.href = address
    this.allow = button(scope, { name: 'allow-microphone', label: t('equipment.allow'), icon: 'microphone', look: 'primary', press: () => void this.listen() })
    this.again = button(scope, { name: 'check-again', label: t('equipment.again'), icon: 'restart', press: () => void this.listen() })
    this.start = button(scope, { name: 'equipment-passed', label: startLabel, look: 'primary', press: start })
    this.rows = { picture: row('picture'), network: row('network'), microphone: row('microphone'), voice: row('voice'), noise: row('noise') }
    this.meter.element.hidden = true
    this.element.append(
      html('ul', { class: 'equipment-rows' }, ...CHECKS.map((check) => this.rows[check])),
      this.meter.element,
      this.task,
      html('div', { class: 'equipment-actions' }, this.elsewhere, this.again, this.allow, this.start),
    )
    this.show()
    void this.lookAround()
  }

  private async lookAround(): Promise<void> {
    this.settle('picture', pictureFault())
    await this.askNetwork()
  }

  private async askNetwork(): Promise<void> {
    this.settle('network', await networkFault(this.scope.signal).catch(() => null))
  }

  /** Opens the microphone, hears a voice and then the room. */
  private async listen(): Promise<void> {
    this.listening.dispose()
    const scope = (this.listening = new Scope(this.scope))
    for (const check of ['microphone', 'voice', 'noise'] as const) this.forget(check)
    if (this.faults.has('network')) void this.askNetwork()
    try {
      const microphone = await Microphone.open(scope)
      await microphone.start()
      this.settle('microphone', null)
      this.meter.element.hidden = false
      await this.hear(scope, microphone)
    } catch (error) {
      if (!scope.disposed) this.settle('microphone', { name: error instanceof MicrophoneError ? error.fault : 'failed' })
    } finally {
      this.task.textContent = ''
      this.meter.element.hidden = true
      scope.dispose()
      this.show()
    }
  }

  private async hear(scope: Scope, microphone: Microphone): Promise<void> {
    this.say(t('equipment.speak'))
    const spoken = await this.moments(scope, microphone, (moments, seconds) => {
      const voiced = (moments.filter(isVoice).length / Math.max(1, moments.length)) * seconds
      return voiced >= SPEAK_SECONDS || seconds >= PATIENCE_SECONDS
    })
    const fault = voiceFault(spoken)
    this.settle('voice', fault)
    if (fault && !isBearable(fault)) return
    this.say(t('equipment.quiet'))
    const quiet = await this.moments(scope, microphone, (_, seconds) => seconds >= QUIET_SECONDS)
    this.settle('noise', noiseFault(spoken, quiet))
  }

  /** Measures the loudness from now until `enough`. Rejects when the microphone is disconnected. */
  private moments(
    scope: Scope,
    microphone: Microphone,
    enough: (moments: readonly Loudness[], seconds: number) => boolean,
  ): Promise<Loudness[]> {
    const moments: Loudness[] = []
    let count = 0
    return new Promise((resolve, reject) => {
      const release = microphone.on('block', ({ samples }) => {
        const moment = loudness(samples)
        moments.push(moment)
        count += samples.length
        this.meter.show(moment.peak)
        if (!enough(moments, count / microphone.sampleRate)) return
        release()
        resolve(moments)
      })
      scope.add(microphone.on('ended', () => reject(new MicrophoneError('busy'))))
      scope.add(() => reject(new DOMException('The check has ended.', 'AbortError')))
    })
  }

  private say(text: string): void {
    this.task.textContent = text
    this.show()
  }

  private forget(check: Check): void {
    this.faults.delete(check)
    this.passed.delete(check)
    this.show()
  }

  private settle(check: Check, fault: Fault | null): void {
    this.forget(check)
    if (fault) this.faults.set(check, fault)
    else this.passed.add(check)
    this.show()
  }

  private show(): void {
    const focused = document.activeElement
    for (const check of CHECKS) this.showRow(check)
    const faults = [...this.faults.values()]
    const listening = !this.listening.disposed && this.task.textContent !== ''
    const heard = this.passed.has('microphone') && !listening
    const possible = heard && faults.every(isBearable)
    this.allow.hidden = heard || listening || this.faults.has('microphone')
    this.again.hidden = listening || faults.length === 0 || !this.allow.hidden
    this.start.hidden = !possible
    this.elsewhere.hidden = !faults.some(({ name }) => name === 'frame')
    this.start.querySelector('span')?.replaceChildren(faults.length > 0 ? t('equipment.anyway') : this.startLabel)
    this.start.classList.toggle('button-primary', faults.length === 0)
    this.again.classList.toggle('button-primary', faults.length > 0)
    this.keepFocus(focused)
    this.element.dataset.state = possible ? (faults.length > 0 ? 'bearable' : 'passed') : faults.length > 0 ? 'failed' : 'open'
  }

  /** Who pressed a button that is gone now is led to what there is to do instead, and does not begin anew at the head of the page. */
  private keepFocus(focused: Element | null): void {
    const { allow, again, start, task } = this
    const buttons = [start, again, allow]
    const lost = buttons.some((button) => button === focused && button.hidden) || (focused === task && task.textContent === '')
    if (lost) (buttons.find((button) => !button.hidden) ?? task).focus()
  }

  private showRow(check: Check): void {
    const fault = this.faults.get(check)
    const state = fault ? (isBearable(fault) ? 'bearable' : 'fault') : this.passed.has(check) ? 'passed' : 'waiting'
    const row = this.rows[check]
    if (row.dataset.state === state && row.dataset.fault === (fault?.name ?? '')) return
    row.dataset.state = state
    row.dataset.fault = fault?.name ?? ''
    row.querySelector('.equipment-say')?.replaceChildren(...(fault ? faultText(fault) : [state === 'passed' ? t('equipment.passed') : t('equipment.waiting')]))
  }
}

function row(check: Check): HTMLElement {
  const say = html('div', { class: 'equipment-say', role: 'status' })
  return html('li', { 'data-testid': `check-${check}` }, html('strong', {}, t(`equipment.${check}`)), say)
}

function faultText({ name, figures }: Fault): HTMLElement[] {
  const { what, remedy } = t(`equipment.fault.${name}`, { returnObjects: true, ...figures })
  return [html('p', {}, what), html('p', { class: 'hint' }, remedy)]
}
