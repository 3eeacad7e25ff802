// @vitest-environment page
import { expect, it } from 'vitest'

import { until } from '../../../testing/until'
import { phraseOf } from '../landmarks/testing'
import { offered, openItems, press, sent, text } from '../paged/testing'
import { click, draftSaying, find, leave, server } from '../running/testing'
import task from './task'

const item = { phrase: phraseOf('Go past the sofa.', 'the sofa') }
const BOX = { viewpoint_id: 'a', shape: { kind: 'view', heading: 0, elevation: 0, width: expect.closeTo(0.1745, 3) as number, height: expect.closeTo(0.1745, 3) as number } }
const SEEN = { whole: 'All of it is seen', cut: 'Partly hidden', mostly_hidden: 'Mostly hidden' }
/** A box in the middle of the picture. */
const draw = () => {
  press('b')
  press('b')
}
const grouping = (page: HTMLElement) => find(page, 'group')?.getAttribute('aria-pressed')

it('has a person draw what was meant, and say how much of it is seen', async () => {
  const page = await openItems(task, [item, item, item])
  expect([text(page, 'question'), offered(page), text(page, 'place'), grouping(page)]).toEqual(['Find what these words mean, and draw a box around it', { nothing: 'I cannot find it' }, 'Place 1 of 4', 'false'])
  draw()
  expect(offered(page)).toEqual(SEEN)
  click(page, 'answer-cut')
  draw()
  press('g')
  expect(grouping(page)).toBe('true')
  press('a')
  click(page, 'answer-nothing')
  expect(await sent(page)).toEqual([
    { drawn: { ...BOX, visible: 'cut', group: false }, comment: '' },
    { drawn: { ...BOX, visible: 'whole', group: true }, comment: '' },
    { drawn: null, comment: '' },
  ])
})

it('asks again whether there is something once the box is removed', async () => {
  const page = await openItems(task, [item])
  draw()
  press('Delete')
  expect([offered(page), (find(page, 'take-answer') as HTMLButtonElement).disabled]).toEqual([{ nothing: 'I cannot find it' }, true])
})

it('takes no box while a shape is open, and says so', async () => {
  const page = await openItems(task, [item])
  draw()
  press('s')
  press('p')
  for (const x of [300, 500]) {
    const at = { pointerId: 1, clientX: x, clientY: 200, button: 0, bubbles: true }
    HTMLElement.prototype.setPointerCapture = () => undefined
    find(page, 'drawing-pane')?.dispatchEvent(new PointerEvent('pointerdown', at))
    find(page, 'drawing-pane')?.dispatchEvent(new PointerEvent('pointerup', at))
  }
  click(page, 'answer-whole')
  expect([text(page, 'said'), page.dataset.phase, find(page, 'question') !== null]).toEqual(['Finish the shape first, or drop it.', 'walk', true])
  press('Escape')
  click(page, 'answer-whole')
  expect(find(page, 'all-answered')).not.toBeNull()
})

it('keeps what is drawn, how much is seen and whether it is a group', async () => {
  const before = await openItems(task, [item, item])
  draw()
  press('g')
  click(before, 'answer-mostly_hidden')
  press('k')
  press('g')
  const draft = await draftSaying('"visible":"mostly_hidden","group":false')
  leave()
  const page = await openItems(task, [item, item], { draft })
  expect([offered(page), grouping(page), find(page, 'answer-mostly_hidden')?.getAttribute('aria-pressed')]).toEqual([SEEN, 'false', null])
  press('a')
  click(page, 'answer-nothing')
  expect(await sent(page)).toMatchObject([{ drawn: { visible: 'mostly_hidden', group: false } }, { drawn: null }])
})

it('asks the server for the edges of the thing in a box', async () => {
  const page = await openItems(task, [item])
  const asked: unknown[] = []
  server.on('POST /leases/:/snap', ({ body }) => {
    asked.push(body)
    return { shape: { kind: 'view', heading: 0, elevation: 0, width: 0.1, height: 0.1 } }
  })
  draw()
  press('s')
  await until(() => find(page, 'drawing-take')?.hidden === false)
  press('Enter')
  click(page, 'answer-whole')
  expect(asked).toEqual([{ ...BOX, on: [] }])
  expect(await sent(page)).toMatchObject([{ drawn: { shape: { width: 0.1, height: 0.1 } } }])
})
