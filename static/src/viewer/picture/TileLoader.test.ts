import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Scope } from '../../kit/lifecycle/Scope'
import { TileLoader, type Urgency } from './TileLoader'

const image = { close: vi.fn() } as unknown as ImageBitmap
const asking = (urgency: Urgency) => (...urls: string[]) => urls.map((url) => ({ url, urgency }))
const [first, now, later] = [asking('first'), asking('now'), asking('later')]

/** A loader whose requests stay open until they are answered here. */
function loader() {
  const open = new Map<string, { resolve: (image: ImageBitmap) => void; reject: (error: unknown) => void; signal: AbortSignal }>()
  const [loaded, failed] = [vi.fn(), vi.fn()]
  const asked: string[] = []
  const load = (url: string, signal: AbortSignal) =>
    new Promise<ImageBitmap>((resolve, reject) => {
      asked.push(url)
      open.set(url, { resolve, reject, signal })
    })
  return { tiles: new TileLoader(new Scope(), load, { loaded, failed }), open, asked, loaded, failed }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('asks in the order that is wanted, and leaves the queue to the browser', async () => {
  const { tiles, open, asked, loaded } = loader()
  tiles.want(now('a', 'b', 'c', 'd', 'e', 'f', 'g'))
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  open.get('c')!.resolve(image)
  await vi.advanceTimersByTimeAsync(0)
  expect(loaded).toHaveBeenCalledWith('c', image)
})

it('cancels what is no longer wanted', () => {
  const { tiles, open, asked } = loader()
  tiles.want(now('a', 'b'))
  tiles.want(now('b', 'c'))
  expect(open.get('a')!.signal.aborted).toBe(true)
  expect(open.get('b')!.signal.aborted).toBe(false)
  expect(asked).toEqual(['a', 'b', 'c'])
})

it('takes the line back from what is for later', () => {
  const { tiles, open, asked } = loader()
  tiles.want(later('a', 'b', 'c', 'd'))
  expect(asked).toHaveLength(3)
  tiles.want([...now('x', 'y'), ...later('a', 'b', 'c')])
  expect(asked).toEqual(['a', 'b', 'c', 'x', 'y'])
  expect(['a', 'b', 'c'].every((url) => open.get(url)!.signal.aborted)).toBe(true)
})

it('leaves the line to what is to be seen first', async () => {
  const { tiles, open, asked } = loader()
  tiles.want([...first('preview'), ...now('a', 'b', 'c', 'd')])
  expect(asked).toEqual(['preview'])
  open.get('preview')!.resolve(image)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['preview', 'a', 'b', 'c', 'd'])
})

it('leaves the line to what is urgent', async () => {
  const { tiles, open, asked } = loader()
  tiles.want([...now('a'), ...later('b')])
  expect(asked).toEqual(['a'])
  open.get('a')!.resolve(image)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['a', 'b'])
})

it('tries again what a broken line may have spoilt, and gives up at last', async () => {
  const { tiles, open, asked, failed } = loader()
  tiles.want(now('a'))
  for (let attempt = 0; attempt < 3; attempt++) {
    open.get('a')!.reject(new TypeError('network'))
    await vi.advanceTimersByTimeAsync(2000)
  }
  expect(asked).toEqual(['a', 'a', 'a'])
  expect(failed).toHaveBeenCalledOnce()
  expect(tiles.failure('a')).toBeInstanceOf(TypeError)
})

it('takes a refusal for an answer, until it is asked to try again', async () => {
  const { tiles, open, asked } = loader()
  tiles.want(now('a'))
  open.get('a')!.reject(Object.assign(new Error('not found'), { status: 404 }))
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toEqual(['a'])
  tiles.retry()
  expect(asked).toEqual(['a', 'a'])
})
