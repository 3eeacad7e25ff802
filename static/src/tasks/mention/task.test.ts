// @vitest-environment page
import { describe, expect, it } from 'vitest'

import { until } from '../../../testing/until'
import { sentence } from '../landmarks/testing'
import { openItems, press, sent, text } from '../paged/testing'
import { click, draftSaying, find, leave } from '../running/testing'
import { type Mark, markOf } from './marking'
import task from './task'
import { MarkableText } from './words'

const SAID = 'Go past the red sofa by the wall, then stop.'
const TYPES = ['furniture', 'light', 'plant', 'person', 'sign', 'scene']
const words = new MarkableText(SAID, 'en-US')
const spanOf = (part: string) => ({ start: SAID.indexOf(part), end: SAID.indexOf(part) + part.length })
const proposal = (part: string, parts: Partial<Mark> = {}): Mark => ({ ...markOf(words, spanOf(part)), proposed: true, ...parts })
const item = (proposals: Mark[] = [], parts: Parameters<typeof sentence>[0] = {}) => ({ sentence: sentence({ transcript: SAID, ...parts }), proposals })

const open = (...items: ReturnType<typeof item>[]) => openItems(task, items, { page: { types: TYPES } })
const word = (page: HTMLElement, number: number) => page.querySelector<HTMLElement>(`[data-word="${number}"]`)
const tap = (page: HTMLElement, ...numbers: number[]) => numbers.forEach((number) => word(page, number)?.click())
const field = (page: HTMLElement) => find(page, 'marked-text')!
const marked = (page: HTMLElement) => [...page.querySelectorAll('.mention-text mark')].map(({ textContent }) => textContent)
const chosen = (page: HTMLElement) => page.querySelector('.mention-text [data-chosen]')?.textContent ?? null
const shown = (page: HTMLElement, ...names: string[]) => names.filter((name) => find(page, name)?.hidden === false)
const pressed = (page: HTMLElement, group: string) => [...page.querySelectorAll<HTMLElement>(`[data-testid=${group}] [aria-pressed=true]`)].map(({ textContent }) => textContent)
/** Sends the only sentence, and resolves with its marks. */
async function marks(page: HTMLElement): Promise<Mark[]> {
  click(page, 'take-answer')
  if (page.dataset.phase === 'walk') click(page, 'take-answer')
  const [answer] = (await sent(page)) as { mentions: Mark[] }[]
  return answer?.mentions ?? []
}

describe('words', () => {
  it('are tapped, the first and the last, and marked', async () => {
    const page = await open(item())
    expect([text(page, 'question'), text(page, 'selected-words')]).toEqual(['Mark the words that name something', 'Drag over words that name something, or tap the first and the last one.'])
    tap(page, 4, 2)
    expect([text(page, 'selected-words'), shown(page, 'mark-words', 'drop-words', 'remove-mark', 'accept-proposal')]).toEqual(['“the red sofa”', ['mark-words', 'drop-words']])
    click(page, 'mark-words')
    expect([marked(page), chosen(page), text(page, 'said'), shown(page, 'mark-inside')]).toEqual([['the red sofa'], 'the red sofa', 'Marked: the red sofa', ['mark-inside']])
    expect(await marks(page)).toEqual([{ start_char: 8, end_char: 20, head: [16, 20], types: [], number: 'unclear', form: 'name', status: null, visual: true, proposed: false }])
  })

  it('are let go by a second tap, or by a button', async () => {
    const page = await open(item())
    tap(page, 4, 4)
    expect(shown(page, 'mark-words')).toEqual([])
    tap(page, 4, 6, 4)
    expect(text(page, 'selected-words')).toBe('“sofa”')
    click(page, 'drop-words')
    expect([shown(page, 'mark-words'), marked(page)]).toEqual([[], []])
  })

  it('are gone through by key, and marked with what lies between', async () => {
    const page = await open(item())
    const on = field(page)
    for (const key of ['End', 'ArrowLeft', 'Home', 'ArrowRight', 'ArrowRight']) press(key, on)
    expect(text(page, 'said')).toBe('the')
    press('ArrowRight', on, { shiftKey: true })
    press('ArrowRight', on, { shiftKey: true })
    press(' ', on)
    expect(marked(page)).toEqual(['the red sofa'])
    press('ArrowRight', on, { ctrlKey: true })
    expect(chosen(page)).toBe('the red sofa')
    press('ArrowLeft', on)
    expect(text(page, 'said')).toBe('Marked: the red sofa')
    press('End', on)
    press('y', on)
    expect(marked(page)).toEqual(['the red sofa', 'stop'])
  })

  it('lie the other way round in Urdu', async () => {
    const urdu = 'صوفے کے پاس'
    const page = await open(item([], { transcript: urdu, language: 'ur-PK', direction: 'rtl' }))
    press('ArrowLeft', field(page))
    expect([text(page, 'said'), field(page).dir, field(page).lang]).toEqual(['کے', 'rtl', 'ur-PK'])
    press('ArrowRight', field(page))
    expect(text(page, 'said')).toBe('صوفے')
  })

  it('are dragged over by mouse', async () => {
    const page = await open(item())
    const at = (type: string, target: Element, more: PointerEventInit = {}) => target.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, buttons: 1, pointerType: 'mouse', ...more }))
    document.elementFromPoint = () => word(page, 4)
    at('pointerdown', word(page, 2)!)
    at('pointermove', field(page))
    at('pointerup', document.body)
    word(page, 8)?.click() // where the pointer was let go of
    expect([marked(page), chosen(page)]).toEqual([['the red sofa'], 'the red sofa'])
    document.elementFromPoint = () => word(page, 9)
    at('pointerdown', word(page, 8)!, { pointerType: 'touch' })
    at('pointermove', field(page))
    at('pointerup', document.body)
    expect(marked(page)).toEqual(['the red sofa'])
  })
})

describe('marks', () => {
  it('may lie in others, and neither cross them nor be there twice', async () => {
    const page = await open(item())
    tap(page, 2, 7)
    click(page, 'mark-words')
    tap(page, 1, 3)
    click(page, 'mark-words')
    expect([marked(page), text(page, 'said'), find(page, 'said')?.hasAttribute('data-refused')]).toEqual([['the red sofa by the wall'], expect.stringContaining('This would cut through “the red sofa by the wall”.'), true])
    click(page, 'drop-words')
    tap(page, 3)
    click(page, 'mark-inside')
    tap(page, 6, 7)
    click(page, 'mark-words')
    expect(marked(page)).toEqual(['the red sofa by the wall', 'the wall'])
    click(page, 'mark-inside')
    tap(page, 2, 7)
    click(page, 'mark-words')
    expect(text(page, 'said')).toBe('“the red sofa by the wall” is marked already.')
    expect((await marks(page)).map(({ start_char, end_char, head }) => [start_char, end_char, head])).toEqual([[8, 32, null], [24, 32, [28, 32]]])
  })

  it('are chosen from the innermost on, by taps and by key', async () => {
    const page = await open(item())
    tap(page, 2, 7)
    click(page, 'mark-words')
    click(page, 'mark-inside')
    tap(page, 6, 7)
    click(page, 'mark-words')
    expect(chosen(page)).toBe('the wall')
    tap(page, 7)
    expect(chosen(page)).toBe('the red sofa by the wall')
    tap(page, 7)
    expect(chosen(page)).toBe('the wall')
    tap(page, 3, 7)
    expect(chosen(page)).toBe('the wall')
    press('ArrowUp', field(page))
    expect(chosen(page)).toBe('the red sofa by the wall')
    press('ArrowUp', field(page))
    press('ArrowDown', field(page))
    expect(chosen(page)).toBe('the wall')
  })

  it('are made longer and shorter, removed, undone and done again', async () => {
    const page = await open(item())
    tap(page, 4, 4, 4)
    click(page, 'mark-words')
    expect(shown(page, 'mark-inside')).toEqual([])
    click(page, 'shorter-mark')
    expect(marked(page)).toEqual(['sof'])
    press(']')
    press(']')
    expect(marked(page)).toEqual(['sofa '])
    press('r')
    expect([marked(page), text(page, 'said')]).toEqual([[], 'The mark on “sofa ” is removed.'])
    tap(page, 1)
    press('u')
    expect([marked(page), text(page, 'said'), shown(page, 'mark-words')]).toEqual([['sofa '], 'Undone.', []])
    click(page, 'redo-mark')
    expect([marked(page), text(page, 'said'), (find(page, 'redo-mark') as HTMLButtonElement).disabled]).toEqual([[], 'Done again.', true])
  })

  it('stay chosen when a change of theirs is undone', async () => {
    const page = await open(item())
    tap(page, 4, 4, 4)
    click(page, 'mark-words')
    click(page, 'number-one')
    press('u')
    expect([chosen(page), pressed(page, 'number')]).toEqual(['sofa', ['Cannot tell']])
  })

  it('have details, which are sent: five types at most', async () => {
    const page = await open(item())
    tap(page, 2, 4)
    click(page, 'mark-words')
    for (const type of TYPES) click(page, `type-${type}`)
    expect([pressed(page, 'types').length, (find(page, 'type-scene') as HTMLButtonElement).disabled]).toEqual([5, true])
    click(page, 'type-light')
    expect((find(page, 'type-scene') as HTMLButtonElement).disabled).toBe(false)
    click(page, 'number-one')
    click(page, 'form-deixis')
    click(page, 'status-old_in_text')
    click(page, 'unseen')
    click(page, 'other-head')
    click(page, 'head-2')
    expect([pressed(page, 'number'), pressed(page, 'form'), pressed(page, 'status'), pressed(page, 'heads')]).toEqual([['One'], ['“this one”'], ['Yes'], ['red']])
    click(page, 'status-old_in_text')
    expect(await marks(page)).toEqual([{ start_char: 8, end_char: 20, head: [12, 15], types: ['furniture', 'plant', 'person', 'sign'], number: 'one', form: 'deixis', status: null, visual: false, proposed: false }])
  })

  it('of several words ask for their main word where nobody is sure', async () => {
    const page = await open(item())
    tap(page, 2, 7)
    click(page, 'mark-words')
    expect([find(page, 'heads') !== null, pressed(page, 'heads')]).toEqual([true, []])
    click(page, 'head-3')
    expect([find(page, 'heads'), page.querySelector('[data-testid=head] strong')?.textContent]).toEqual([null, 'sofa'])
  })
})

describe('proposals', () => {
  it('come one after the other, and wait for a yes or a no', async () => {
    const page = await open(item([proposal('the wall'), proposal('the red sofa', { types: ['furniture'], number: 'one' })]))
    expect([text(page, 'proposals-left'), chosen(page), text(page, 'guess'), shown(page, 'accept-proposal', 'refuse-proposal', 'mark-words', 'shorter-mark')]).toEqual(['Proposals to answer: 2', 'the red sofa', 'Furniture · One', ['accept-proposal', 'refuse-proposal']])
    press(' ')
    expect([marked(page), chosen(page), text(page, 'proposals-left')]).toEqual([['the red sofa'], 'the wall', 'Proposals to answer: 1'])
    click(page, 'take-answer')
    expect([text(page, 'said'), page.dataset.phase]).toEqual(['Proposals without an answer: 1. What you do not accept is not marked. Press Next again to go on.', 'walk'])
    press('Delete')
    expect([marked(page), find(page, 'proposals-left')?.hidden]).toEqual([['the red sofa'], true])
    expect(await marks(page)).toEqual([{ ...proposal('the red sofa', { types: ['furniture'], number: 'one' }) }])
  })

  it('ask for the main word of many, once they are accepted, and lead on where they are refused', async () => {
    const page = await open(item([proposal('Go'), proposal('the red sofa by the wall'), proposal('stop')]))
    click(page, 'refuse-proposal')
    expect(chosen(page)).toBe('the red sofa by the wall')
    press('y')
    expect([marked(page), chosen(page), find(page, 'heads') !== null]).toEqual([['the red sofa by the wall'], 'the red sofa by the wall', true])
    press('y')
    expect(chosen(page)).toBe('stop')
  })

  it('are corrected and accepted at once', async () => {
    const page = await open(item([proposal('the red sofa', { types: ['furniture'] }), proposal('the wall')]))
    click(page, 'number-one')
    expect([marked(page), chosen(page)]).toEqual([['the red sofa'], 'the red sofa'])
    press('y')
    expect(chosen(page)).toBe('the wall')
    press('[')
    expect(marked(page)).toEqual(['the red sofa', 'the wal'])
  })

  it('are taken by marking their words, and come back with undo', async () => {
    const page = await open(item([proposal('the wall', { types: ['sign'] })]))
    press('Home', field(page))
    tap(page, 6)
    click(page, 'accept-proposal')
    expect(marked(page)).toEqual(['the wall'])
    press('u')
    expect([marked(page), text(page, 'proposals-left')]).toEqual([[], 'Proposals to answer: 1'])
  })
})

describe('an answer', () => {
  it('without marks, or with marks of no kind, is doubted once', async () => {
    const page = await open(item(), item())
    click(page, 'take-answer')
    expect(text(page, 'said')).toBe('Nothing is marked. If nothing here names anything, press Next again.')
    tap(page, 4)
    click(page, 'mark-words')
    click(page, 'take-answer')
    expect(text(page, 'said')).toBe('Marks without a kind of thing: 1. If you cannot tell, press Next again.')
    click(page, 'unseen')
    click(page, 'take-answer')
    expect(text(page, 'progress')).toBe('2 of 2')
    tap(page, 4)
    click(page, 'mark-words')
    click(page, 'unseen')
    click(page, 'take-answer')
    expect(find(page, 'all-answered')).not.toBeNull()
  })

  it('goes on in a page that was opened again, and can be undone there', async () => {
    const before = await open(item([proposal('the wall')]))
    click(before, 'refuse-proposal')
    tap(before, 4)
    click(before, 'mark-words')
    const draft = await draftSaying('"answered":["24-32"]')
    leave()
    const page = await openItems(task, [item([proposal('the wall')])], { page: { types: TYPES }, draft })
    expect([marked(page), find(page, 'proposals-left')?.hidden]).toEqual([['sofa'], true])
    press('u')
    press('u')
    expect([marked(page), text(page, 'proposals-left')]).toEqual([[], 'Proposals to answer: 1'])
  })

  it('begins anew where the words were corrected meanwhile, which is said', async () => {
    const before = await open(item())
    tap(before, 4)
    click(before, 'mark-words')
    const draft = await draftSaying('"start_char":16')
    leave()
    const page = await openItems(task, [item([], { transcript_sha256: 'b'.repeat(64) })], { page: { types: TYPES }, draft })
    await until(() => text(page, 'said') !== '')
    expect([marked(page), text(page, 'said')]).toEqual([[], expect.stringContaining('your marks no longer fit')])
    leave()
    const stale = await openItems(task, [item([], { stale: true })], { page: { types: TYPES }, lease_id: 'l2' })
    expect([text(stale, 'said'), find(stale, 'left-out')]).toEqual(['These words were corrected meanwhile. Mark them as they are now.', null])
  })
})
