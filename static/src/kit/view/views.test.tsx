// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { settled } from '../../../testing/until'
import { html } from '../dom/html'
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
  await settled()
  const before = place.textContent
  bell.ring()
  await settled()
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
