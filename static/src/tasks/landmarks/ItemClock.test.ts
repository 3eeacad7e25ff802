import { expect, it } from 'vitest'

import { ItemClock } from './ItemClock'

function clockFrom(kept?: readonly number[]) {
  let now = 100
  const clock = new ItemClock(3, kept, () => now)
  return { clock, wait: (seconds: number) => (now += seconds) }
}

it('counts for the item that is on the screen, while the page can be seen', () => {
  const { clock, wait } = clockFrom()
  wait(5)
  clock.show(1)
  wait(2)
  clock.watch(false)
  wait(60)
  clock.watch(true)
  clock.watch(true)
  wait(1.5)
  expect(clock.seconds).toEqual([0, 3.5, 0])
  clock.show(null)
  clock.watch(true)
  wait(9)
  expect(clock.seconds).toEqual([0, 3.5, 0])
})

it('goes on from what was kept, and counts an item anew that is turned to again', () => {
  const { clock, wait } = clockFrom([1, 2.25])
  clock.show(0)
  wait(1)
  clock.show(2)
  wait(4)
  clock.show(0)
  wait(0.004)
  expect(clock.seconds).toEqual([2, 2.25, 4])
})
