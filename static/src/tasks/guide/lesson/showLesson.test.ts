// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { house } from '../../../../testing/house'
import { TestGpu } from '../../../../testing/TestGpu'
import { TestScreen } from '../../../../testing/TestScreen'
import { TestServer } from '../../../../testing/TestServer'
import { settled, until } from '../../../../testing/until'
import { ApiClient } from '../../../api/ApiClient'
import type { LessonView } from '../../../api/types'
import { Scope } from '../../../kit/lifecycle/Scope'
import { showLesson } from './showLesson'

let screen: TestScreen
let page: Scope
let lesson: Partial<LessonView>

beforeEach(() => {
  screen = new TestScreen()
  page = new Scope()
  lesson = { scan: house(), examples: [], faults: [], done: [], own_path: ['a', 'b'], own_heading: 0, most_seconds: 60, most_rate: 16_000 }
  const server = new TestServer()
  server.on('GET /me/lesson/guide', () => lesson)
  vi.stubGlobal('fetch', server.request)
  const gpu = new TestGpu()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return gpu.create(this)
  })
})
afterEach(() => {
  page.dispose()
  screen.close()
})

/** Shows the lesson, and waits until its panel says something. */
async function open(): Promise<void> {
  const context = { scope: page, root: screen.element, client: new ApiClient('secret'), kind: 'guide', turn: () => screen.element, next: () => undefined }
  await showLesson(context)
  await until(() => screen.element.querySelector('[data-testid=lesson]')?.textContent !== '')
}

it('goes on with one’s own walk where all examples are done, and ends its viewer with the lesson', async () => {
  const before = screen.watched
  await open()
  expect(screen.element.querySelector('[data-testid=lesson-record]')).not.toBeNull()
  expect(screen.watched).toBeGreaterThan(before)
  page.dispose()
  await settled()
  expect(screen.watched).toBe(before)
})
