/**
 * Runs before each file of tests. A process runs one file after the other, as its start is most of what a file would cost alone;
 * this gives each file its own modules, globals, timers and, where it needs a page, window: none can tell what ran before it.
 */

import { afterAll, expect, vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'

vi.resetModules()
const before = Object.getOwnPropertyDescriptors(globalThis)
const { environment } = expect.getState()
if (environment === 'happy-dom') throw new Error('Its window would be that of many files: say `@vitest-environment page`.')
const page = environment === 'page' ? await builtinEnvironments['happy-dom'].setup(globalThis, {}) : null

/** What the file waits for would otherwise come in the middle of the next. */
const waits: NodeJS.Timeout[] = []
for (const name of ['setTimeout', 'setInterval'] as const) {
  const begin = globalThis[name] as (...given: unknown[]) => NodeJS.Timeout
  Object.assign(globalThis, { [name]: (...given: unknown[]) => waits[waits.push(begin(...given)) - 1] })
}

/** Turns of the loop in which a store's transactions, which nobody waits for, come to their end. */
const TURNS = 200
const { setImmediate: soon } = globalThis

afterAll(async () => {
  vi.useRealTimers()
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => soon(() => resolve()))
  vi.unstubAllGlobals()
  for (const wait of waits) clearTimeout(wait)
  await page?.teardown(globalThis)
  for (const name of Reflect.ownKeys(globalThis)) if (!(name in before)) Reflect.deleteProperty(globalThis, name)
  Object.defineProperties(globalThis, before)
})
