import { expect, it, vi } from 'vitest'

import { Emitter } from './Emitter'

class Bell extends Emitter<{ ring: number }> {
  ring(times: number): void {
    this.emit('ring', times)
  }
}

it('calls the handlers of an event until they are taken back', () => {
  const [bell, first, second] = [new Bell(), vi.fn(), vi.fn()]
  const off = bell.on('ring', first)
  bell.on('ring', second)
  bell.ring(1)
  off()
  bell.ring(2)
  expect(first.mock.calls).toEqual([[1]])
  expect(second.mock.calls).toEqual([[1], [2]])
})

it('tells a handler that is added meanwhile only of what comes later', () => {
  const [bell, late] = [new Bell(), vi.fn()]
  const off = bell.on('ring', () => void bell.on('ring', late))
  bell.ring(1)
  off()
  bell.ring(2)
  expect(late.mock.calls).toEqual([[2]])
})

it('lets a handler take itself back while it is called', () => {
  const [bell, after] = [new Bell(), vi.fn()]
  const off = bell.on('ring', () => off())
  bell.on('ring', after)
  bell.ring(1)
  expect(after).toHaveBeenCalledOnce()
})
