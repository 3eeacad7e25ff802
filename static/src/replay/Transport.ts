import { button, relabel } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { clockTenths } from '../kit/formatting/format'
import { RATES, type Replay } from './Replay'

/** Play, pause, speed, and the playing time in figures; `more` stands beside them. */
export class Transport {
  readonly element: HTMLElement
  private readonly time = html('output', { class: 'transport-time', 'data-testid': 'time' })

  constructor(
    private readonly replay: Replay,
    scope: Scope,
    { words, more }: { readonly words: boolean; readonly more: readonly Node[] },
  ) {
    const play = button(scope, { name: 'play', label: 'Play', icon: 'play', look: 'primary', press: () => replay.toggle() })
    const rate = rateChoice(scope, replay)
    const label = html('label', { class: 'transport-rate' }, 'Speed ', rate)
    this.element = html('div', { class: 'transport', role: 'group', 'aria-label': 'Playing' }, play, this.time, label, keyHint(words), ...more)
    replay.on('playing', (playing) => relabel(play, playing ? 'Pause' : 'Play', playing ? 'pause' : 'play'))
    this.show(replay.time)
  }

  show(time: number): void {
    this.time.textContent = `${clockTenths(time)} / ${clockTenths(this.replay.duration)}`
  }
}

/** `words`: whether there are any to step by. */
function keyHint(words: boolean): HTMLElement {
  const key = (name: string) => html('kbd', {}, name)
  const byWord = words ? [' ', key('Shift'), ' ', key('←'), ' ', key('→'), ' word'] : []
  return html('span', { class: 'transport-keys' }, key('Space'), ' play ', key('←'), ' ', key('→'), ' 2 s', ...byWord)
}

function rateChoice(scope: Scope, replay: Replay): HTMLSelectElement {
  const options = RATES.map((rate) => html('option', { value: rate, selected: rate === 1 }, `${rate}×`))
  const choice = html('select', { class: 'select', 'data-testid': 'rate' }, ...options)
  scope.listen(choice, 'change', () => replay.setRate(Number(choice.value)))
  return choice
}
