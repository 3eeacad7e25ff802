// @vitest-environment page
import { describe, expect, it, vi } from 'vitest'

import { Refusal } from '../../../testing/TestServer'
import { until } from '../../../testing/until'
import type { ItemContext, LandmarkKind } from '../landmarks/kind'
import { phraseOf, sentence } from '../landmarks/testing'
import type { Phrase } from '../landmarks/wire'
import { click, draftSaying, find, leave, openKind, progress, screen, server, shows, submitted } from '../running/testing'
import { landmarkTask } from './landmarkTask'
import { offered, openItems, PAGE, press, sent, text, where } from './testing'

interface Asked {
  phrases: readonly Phrase[]
}
interface Said {
  verdict: 'yes' | 'no'
}
type Kind = LandmarkKind<Asked, Said>

const look = (viewpoint_id: string, heading: number) => ({ viewpoint_id, heading, elevation: 0.1, seconds: 1 })
const lamp = { ...phraseOf('Go past the lamp. Stop.', 'the lamp'), looks: [look('b', 1), look('c', 2)], unseen: null }
const wall = { ...phraseOf('Stop at the wall.', 'the wall'), looks: [look('d', -1)], unseen: null }
const unseen = phraseOf('Take the stairs.', 'the stairs')
const stale: Phrase = { ...unseen, sentence: sentence({ transcript: 'Take the stairs.', stale: true }) }

const kind = (parts: Partial<Kind> = {}) => landmarkTask<Asked, Said>({
  id: 'sign',
  texts: () => ({ title: 'Signs', step: 'Answer', introduction: { title: 'What to do', steps: [{ title: 'Look', text: 'At the sign.' }] } }),
  phrases: ({ phrases }) => phrases,
  places: 'path',
  question: () => 'Is it so?',
  show: ({ offer }) => offer([{ name: 'yes', label: 'Yes', answer: { verdict: 'yes' } }, { name: 'no', label: 'No', answer: { verdict: 'no' } }]),
  ...parts,
})
const of = (...phrases: Phrase[]): Asked => ({ phrases })
const states = (page: HTMLElement) => [...page.querySelectorAll<HTMLElement>('.landmark-progress li > button')].map(({ dataset }) => dataset.state)
const current = (page: HTMLElement) => page.querySelector('.landmark-progress [aria-current=step]')?.textContent

it('begins with what to do, and the campaign’s own words', async () => {
  const page = await openKind(kind(), { args: { ...PAGE, items: [of(lamp)] }, instructions: [{ element: 'text', text: 'Be quick.', children: [], address: '', captions: [] }] })
  expect([page.dataset.phase, page.querySelector('h1')?.textContent, page.querySelector('ol.instructions')?.textContent, text(page, 'campaign-instructions')]).toEqual(['instructions', 'What to do', 'LookAt the sign.', 'Be quick.'])
  click(page, 'start')
  expect([page.dataset.phase, progress(page), 'panorama' in page.dataset]).toEqual(['walk', 'Answer', true])
})

describe('items', () => {
  it('come one after the other, are marked, and are sent with seconds and comments', async () => {
    const page = await openItems(kind(), [of(lamp), of(wall), of(lamp)])
    expect([text(page, 'question'), text(page, 'progress'), states(page), current(page)]).toEqual(['Is it so?', '1 of 3', ['open', 'open', 'open'], '1'])
    await screen.pass(4)
    const comment = find(page, 'comment') as HTMLTextAreaElement
    expect([comment.maxLength, find(page, 'comment')?.closest('details')?.open]).toEqual([500, false])
    comment.value = '  Too dark. '
    comment.dispatchEvent(new Event('input'))
    const scrolled = page.querySelector('.landmark-scroll')!
    scrolled.scrollTop = 50
    click(page, 'answer-no')
    expect([text(page, 'progress'), states(page), current(page), scrolled.scrollTop]).toEqual(['2 of 3', ['answered', 'open', 'open'], '2', 0])
    await screen.pass(2)
    click(page, 'answer-yes')
    click(page, 'answer-yes')
    expect([text(page, 'all-answered'), find(page, 'progress'), current(page)]).toEqual(['All questions are answered', null, undefined])
    click(page, 'submit')
    await shows(page, 'done')
    expect(submitted).toEqual([expect.objectContaining({ phases: [{}, {}, {}].map(() => expect.anything() as object), aids: { map: false, map_seconds: 0, flights: 0 } })])
    expect(submitted[0]?.answer).toEqual({
      answers: [
        { verdict: 'no', seconds: expect.closeTo(5, 1) as number, comment: 'Too dark.' },
        { verdict: 'yes', seconds: expect.closeTo(2, 1) as number, comment: '' },
        { verdict: 'yes', seconds: 0, comment: '' },
      ],
    })
  })

  it('that were passed over come again before the end', async () => {
    const page = await openItems(kind(), [of(lamp), of(wall), of(lamp)])
    press('j')
    press('j')
    press('j')
    expect(current(page)).toBe('3')
    click(page, 'answer-yes')
    expect(current(page)).toBe('1')
    press('k')
    expect(current(page)).toBe('1')
    click(page, 'answer-yes')
    click(page, 'answer-yes')
    expect(find(page, 'all-answered')).not.toBeNull()
    press('k')
    expect(current(page)).toBe('3')
    press('j')
    expect(find(page, 'all-answered')).not.toBeNull()
  })

  it('are answered by key, and show what was answered', async () => {
    const page = await openItems(kind(), [of(lamp), of(wall)])
    press('2')
    click(page, 'item-1')
    const pressed = () => ['yes', 'no'].map((name) => find(page, `answer-${name}`)?.getAttribute('aria-pressed') ?? null)
    expect([pressed(), find(page, 'take-answer')?.hidden]).toEqual([[null, 'true'], false])
    press('a')
    expect([current(page), find(page, 'take-answer')?.hidden]).toEqual(['2', true])
    press('1')
    press('a')
    expect(await sent(page)).toEqual([{ verdict: 'no', comment: '' }, { verdict: 'yes', comment: '' }])
  })

  it('whose words were corrected are left out, unless they were answered', async () => {
    const page = await openItems(kind(), [of(lamp), of(stale), of(wall)])
    click(page, 'answer-yes')
    expect([current(page), states(page)]).toEqual(['3', ['answered', 'leftOut', 'open']])
    press('k')
    expect([current(page), find(page, 'left-out') !== null, find(page, 'question')]).toEqual(['2', true, null])
    await screen.pass(3)
    press('a')
    click(page, 'answer-no')
    expect(find(page, 'some-left-out')).not.toBeNull()
    expect(await sent(page)).toEqual([{ verdict: 'yes', comment: '' }, null, { verdict: 'no', comment: '' }])
  })

  it('are asked all the same where the kind says that corrected words do not matter', async () => {
    const page = await openItems(kind({ isStale: () => false }), [of(stale)])
    expect([text(page, 'question'), find(page, 'item-1')]).toEqual(['Is it so?', null])
  })

  it('that are all left out leave a page that can only be sent', async () => {
    const page = await openItems(kind(), [of(stale)])
    expect([find(page, 'some-left-out'), page.querySelector('.landmark-scroll')?.textContent]).toEqual([null, expect.stringContaining('there is nothing to answer')])
    expect(await sent(page)).toEqual([null])
  })

  it('count no seconds while the page cannot be seen', async () => {
    const page = await openItems(kind(), [of(lamp)])
    const turn = (state: DocumentVisibilityState) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    turn('hidden')
    await screen.pass(60)
    turn('visible')
    await screen.pass(2)
    click(page, 'answer-yes')
    await sent(page)
    expect(submitted[0]?.answer).toMatchObject({ answers: [{ seconds: expect.closeTo(3, 1) as number }] })
  })

  it('are found again where a page was left', async () => {
    const before = await openItems(kind(), [of(lamp), of(wall), of(lamp)])
    click(before, 'answer-no')
    press('j')
    const comment = find(before, 'comment') as HTMLTextAreaElement
    comment.value = 'Which lamp?'
    comment.dispatchEvent(new Event('input'))
    const draft = await draftSaying('Which lamp?')
    leave()
    const after = await openItems(kind(), [of(lamp), of(wall), of(lamp)], { draft })
    expect([current(after), states(after), (find(after, 'comment') as HTMLTextAreaElement).value, find(after, 'comment')?.closest('details')?.open]).toEqual(['3', ['answered', 'open', 'open'], 'Which lamp?', true])
  })

  it.each([[5, 'walk'], [0, 'instructions']])('go on without instructions once one was looked at for seconds: %d', async (seconds, phase) => {
    const answer = { at: 0, answers: [null], comments: [''], seconds: [seconds], kept: [null] }
    const draft = { version: 1, content: JSON.stringify({ phase: 'walk', times: [], answer, aids: {} }) }
    expect((await openKind(kind(), { args: { ...PAGE, items: [of(lamp)] }, draft })).dataset.phase).toBe(phase)
  })

  it('begin anew where a draft was kept of other items', async () => {
    const answer = { at: 1, answers: [{ verdict: 'yes' }, null], comments: ['', ''], seconds: [1, 0], kept: [null, null] }
    const draft = { version: 1, content: JSON.stringify({ phase: 'walk', times: [], answer, aids: {} }) }
    const page = await openItems(kind(), [of(lamp), of(wall), of(lamp)], { draft })
    expect([current(page), states(page)]).toEqual(['1', ['open', 'open', 'open']])
    leave()
    // Of the same items, an answer stays though its words were corrected since.
    const same = await openItems(kind(), [of(stale), of(wall)], { draft, lease_id: 'l2' })
    expect([current(same), states(same)]).toEqual(['2', ['answered', 'open']])
  })
})

describe('a page', () => {
  it('that could not be sent goes back to the answers, or is sent again exactly as it was', async () => {
    const page = await openItems(kind(), [of(lamp)])
    click(page, 'answer-yes')
    const bodies: unknown[] = []
    server.on('POST /leases/:/submit', ({ body }) => {
      bodies.push(body)
      return bodies.length === 3 ? { task_id: 't1' } : new Refusal(503, 'busy')
    })
    click(page, 'submit')
    await until(() => find(page, 'retry') !== null)
    await screen.pass(5)
    click(page, 'retry')
    await until(() => bodies.length === 2 && find(page, 'back') !== null)
    expect(bodies[1]).toEqual(bodies[0])
    click(page, 'back')
    expect(find(page, 'all-answered')).not.toBeNull()
    press('k')
    click(page, 'answer-no')
    click(page, 'submit')
    await shows(page, 'done')
    expect(bodies[2]).toMatchObject({ answer: { answers: [{ verdict: 'no' }] } })
  })

  it('of one item counts no seconds while it is on its way', async () => {
    const page = await openItems(kind({ show: (context) => context.change({ verdict: 'yes' }) }), [of(lamp)])
    const bodies: unknown[] = []
    server.on('POST /leases/:/submit', ({ body }) => (bodies.push(body) === 1 ? new Refusal(503, 'busy') : { task_id: 't1' }))
    press('a')
    await until(() => find(page, 'retry') !== null)
    await screen.pass(5)
    click(page, 'retry')
    await shows(page, 'done')
    expect(bodies[1]).toEqual(bodies[0])
  })

  it('says with each item that nothing is kept on this device', async () => {
    const page = await openItems(kind(), [of(lamp), of(wall)], { device_key: null })
    expect(find(page, 'problem')).not.toBeNull()
    click(page, 'answer-yes')
    expect([current(page), find(page, 'problem') !== null]).toEqual(['2', true])
  })

  it('that the server refuses for good cannot be sent again', async () => {
    const page = await openItems(kind(), [of(lamp)])
    click(page, 'answer-yes')
    server.on('POST /leases/:/submit', () => new Refusal(422, 'invalid', 'No such answer.'))
    click(page, 'submit')
    await until(() => find(page, 'problem') !== null)
    expect([find(page, 'retry'), find(page, 'back')?.textContent, find(page, 'upload-progress')?.closest('section')?.hidden]).toEqual([null, 'Back to the answers', true])
  })

  it('of one item is sent at once with “Next”, and not by an answer that one press gives', async () => {
    const making = (context: ItemContext<Asked, Said>) => context.change({ verdict: 'yes' })
    const page = await openItems(kind({ show: making }), [of(lamp)])
    press('a')
    expect(page.dataset.phase).toBe('submit')
    expect(await sent(page)).toEqual([{ verdict: 'yes', comment: '' }])
    leave()
    const other = await openItems(kind(), [of(lamp)], { lease_id: 'l2' })
    click(other, 'answer-yes')
    expect(other.dataset.phase).toBe('walk')
  })

  it('says what seems unfinished once, also what else does then, and takes it at the second press', async () => {
    let doubt = 'Is it so?'
    const making = ({ change, check }: ItemContext<Asked, Said>) => {
      change({ verdict: 'no' })
      check(() => doubt)
    }
    const page = await openItems(kind({ show: making }), [of(lamp), of(wall)])
    click(page, 'take-answer')
    expect(text(page, 'said')).toBe('Is it so?')
    doubt = 'Are you sure?'
    click(page, 'take-answer')
    expect([current(page), text(page, 'said'), find(page, 'said')?.getAttribute('aria-live'), find(page, 'said')?.hasAttribute('data-refused')]).toEqual(['1', 'Are you sure?', 'assertive', true])
    click(page, 'take-answer')
    expect(current(page)).toBe('2')
  })

  it('keeps “Next” for what is ready', async () => {
    let item: ItemContext<Asked, Said> | undefined
    const page = await openItems(kind({ show: (context) => void (item = context) }), [of(lamp)])
    const next = find(page, 'take-answer') as HTMLButtonElement
    expect([next.disabled, next.hidden]).toEqual([true, false])
    item?.change({ verdict: 'yes' })
    expect([next.disabled, next.hidden]).toEqual([false, false])
    item?.change(null)
    item?.offer([{ name: 'yes', label: 'Yes', answer: { verdict: 'yes' } }])
    expect([next.disabled, next.hidden, offered(page)]).toEqual([true, true, { yes: 'Yes' }])
  })

  it('says to people who look at the picture what is asked next, and moves the focus of others there', async () => {
    const page = await openItems(kind(), [of(lamp), of(wall), of(lamp)])
    find(page, 'viewer')?.focus()
    press('1')
    expect([document.activeElement, text(page, 'told')]).toEqual([find(page, 'viewer'), 'Is it so?'])
    find(page, 'answer-yes')?.focus()
    click(page, 'answer-yes')
    expect([document.activeElement, text(page, 'told')]).toEqual([find(page, 'question'), ''])
  })

  it('gives help a place, and the task back', async () => {
    const page = await openItems(kind(), [of(lamp)])
    await screen.pass(1)
    server.on('PUT /leases/:/reports/:', ({ body }) => [body])
    click(page, 'help')
    expect(find(document.body, 'skip')).not.toBeNull()
    click(document.body, 'help-report')
    click(document.body, 'confirm-yes')
    await until(() => server.calls.some((call) => call.startsWith('PUT /leases/l1/reports/')))
  })
})

describe('the camera', () => {
  it.each([
    ['where the Guide looked first', {}, of(lamp), ['b', 1, 0.1]],
    ['at the first view of the item', { places: () => [{ viewpointId: 'c', heading: 2, elevation: 0 }] }, of(lamp), ['c', 2, 0]],
    ['where the kind says', { start: () => ({ viewpointId: 'd', heading: -2, elevation: 0 }) }, of(lamp), ['d', -2, 0]],
    ['where the kind does not know, where the Guide looked', { start: () => null }, of(lamp), ['b', 1, 0.1]],
    ['where nobody knows anything, at the beginning of the path', {}, of(unseen), ['a', 0, 0]],
  ] as [string, Partial<Kind>, Asked, unknown[]][])('begins %s', async (_, parts, item, begins) => {
    expect(where(await openItems(kind(parts), [item]))).toEqual(begins)
  })

  it('goes with each item, and back to where the Guide looked', async () => {
    const page = await openItems(kind(), [of(lamp), of(wall)])
    click(page, 'answer-yes')
    await screen.pass(1)
    expect(where(page)).toEqual(['d', -1, 0.1])
    press('n')
    await screen.pass(2)
    expect([where(page)[0], text(page, 'place')]).toEqual(['a', 'Place 1 of 2'])
    press('n')
    await screen.pass(2)
    expect(text(page, 'place')).toBe('Place 2 of 2')
    press('n')
    await screen.pass(2)
    expect([where(page)[0], text(page, 'place')]).toEqual(['a', 'Place 1 of 2'])
    press('f')
    await screen.pass(1)
    expect([where(page), text(page, 'place')]).toEqual([['d', -1, 0.1], 'Beside these places'])
    press('m')
    await screen.pass(2)
    expect(where(page)[0]).toBe('b')
  })

  it('turns from phrase to phrase where these are the places', async () => {
    const page = await openItems(kind({ places: 'phrases' }), [of(lamp, wall, unseen)])
    expect(text(page, 'place')).toBe('Words 1 of 3')
    press('n')
    await screen.pass(1)
    expect([where(page), text(page, 'place'), find(page, 'phrase-2')?.parentElement?.hasAttribute('data-current')]).toEqual([['d', -1, 0.1], 'Words 2 of 3', true])
    press('n')
    await screen.pass(1)
    expect([where(page)[0], text(page, 'said')]).toEqual(['d', 'When these words were said is not known, so neither is where the Guide looked.'])
    press('n')
    await screen.pass(1)
    expect([where(page), text(page, 'place'), text(page, 'said')]).toEqual([['b', 1, 0.1], 'Words 1 of 3', ''])
    press('m')
    await screen.pass(1)
    expect(text(page, 'place')).toBe('Words 3 of 3')
  })

  it('turns from view to view where the item has views', async () => {
    const views = [{ viewpointId: 'c', heading: 2, elevation: 0 }, { viewpointId: 'a', heading: 1, elevation: 0 }]
    const page = await openItems(kind({ places: () => views }), [of(lamp)])
    expect([text(page, 'place'), text(page, 'look-there')]).toEqual(['Place 1 of 2', 'Back to the boxF'])
    press('n')
    await screen.pass(1)
    expect([where(page), text(page, 'place')]).toEqual([['a', 1, 0], 'Place 2 of 2'])
    press('m')
    await screen.pass(1)
    expect(where(page)).toEqual(['c', 2, 0])
  })

  it('may go only where the page reaches', async () => {
    const page = await openItems(kind(), [of(lamp)], { page: { reach: ['a', 'b'] } })
    expect([...page.querySelectorAll<HTMLElement>('[data-testid=exit]')].map(({ dataset }) => dataset.viewpointId)).toEqual(['a'])
  })

  it('shows no path: what covers the floor, or tells which way to go, is not asked about', async () => {
    const page = await openItems(kind(), [of(unseen)])
    expect(text(page, 'exits')).not.toContain('on the path')
  })
})

it('offers the map where the campaign allows it', async () => {
  const page = await openItems(kind(), [of(lamp)], { map: true })
  expect(page.querySelector('[data-testid^=map]')).not.toBeNull()
})
