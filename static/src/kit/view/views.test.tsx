// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { html } from '../dom/html'
import { figure, IntervalBar } from '../formatting/figures'
import { Emitter } from '../lifecycle/Emitter'
import { Choices } from './controls'
import { drawInto, Embedded, useEvent } from './drawing'

let place: HTMLElement
beforeEach(() => {
  place = html('div', {})
  document.body.replaceChildren(place)
})

it('shows one of the answers as chosen', () => {
  const chosen: string[] = []
  drawInto(place)(<Choices name="why" legend="Why?" options={[['a', 'So'], ['b', 'Or so']]} chosen="b" choose={(value) => chosen.push(value)} />)
  const radios = [...place.querySelectorAll('input')]
  expect(radios.map(({ value, checked }) => [value, checked])).toEqual([['a', false], ['b', true]])
  radios[0]?.dispatchEvent(new Event('change', { bubbles: true }))
  expect([place.textContent, chosen]).toEqual(['Why?SoOr so', ['a']])
})

it('writes nothing known as a dash with its reason, and zero as zero', () => {
  drawInto(place)(<>{figure(0, (value) => `${value} m`, 'never')}|{figure<number>(null, String, 'not measured')}</>)
  expect([place.textContent, place.querySelector('.unknown')?.getAttribute('title')]).toEqual(['0 m|–unknown: not measured', 'not measured'])
})

it('draws an interval with its rate on a track from 0 to 1', () => {
  drawInto(place)(<IntervalBar rate={0.5} range={[0.25, 1]} />)
  expect([...place.querySelectorAll('line')].map((line) => ['x1', 'x2'].map((end) => Number(line.getAttribute(end))))).toEqual([[0, 96], [24, 96], [48, 48]])
  expect(place.querySelector('svg')?.getAttribute('aria-label')).toBe('between 25–100 %')
})

class Bell extends Emitter<{ ring: null }> {
  rings = 0
  ring(): void {
    this.rings += 1
    this.emit('ring', null)
  }
}

it('shows what an event changes, and what changed before it listened', async () => {
  const bell = new Bell()
  const Count = () => <>{useEvent(bell, 'ring', () => bell.rings)}</>
  const Rings = () => <i ref={() => void (bell.rings += 1)}><Count /></i>
  drawInto(place)(<Rings />)
  await new Promise((resolve) => setTimeout(resolve))
  const before = place.textContent
  bell.ring()
  await new Promise((resolve) => setTimeout(resolve))
  expect([before, place.textContent]).toEqual(['1', '2'])
})

it('keeps an element that manages itself in its place, and puts another in its stead', async () => {
  const [one, other] = [html('i', {}), html('b', {})]
  const draw = drawInto(place)
  for (const element of [one, other]) {
    draw(<Embedded element={element} />)
    await Promise.resolve()
  }
  expect(place.innerHTML).toBe('<div class="embedded"><b></b></div>')
  draw(null)
  expect(other.isConnected).toBe(false)
})
