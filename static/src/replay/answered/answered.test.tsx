// @vitest-environment page
import { beforeAll, beforeEach, expect, it } from 'vitest'

import { drawInto } from '../../kit/view/drawing'
import { openMessages } from '../../kit/messages/messages'
import type { ShownRegion } from '../../viewer/regions/RegionLayer'
import { Answered } from './Answered'
import { AnsweredPanel } from './AnsweredPanel'
import { answeredItems } from './answeredItems'

const SAID = 'Turn left. Go past the red sofa, then stop. Wait by it.'
const sentence = { transcript: SAID, language: 'en-US', direction: 'ltr' }
const box = (heading: number) => ({ kind: 'view', heading, elevation: 0, width: 0.2, height: 0.2 })
const region = (place: string, heading = 0) => ({ region_id: place, viewpoint_id: place, shape: box(heading) })

function phrase(text: string): object {
  const start = SAID.lastIndexOf(text)
  return { sentence, start_char: start, end_char: start + text.length, text, head: null }
}

const only = (kind: string, item: object, answer: object | null) => {
  const [found] = answeredItems(kind, { items: [item] }, { answers: [answer] })
  return found!
}
const textsOf = (kind: string, item: object, answer: object | null) => only(kind, item, answer).words.map(({ pieces }) => pieces.map(({ text, part }) => (part === 'around' ? text : `[${text}]`)).join(''))
const placesOf = (kind: string, item: object, answer: object) => only(kind, item, answer).regions.map(({ viewpointId, isDrawn }) => `${viewpointId}${isDrawn ? ' drawn' : ''}`)

beforeAll(async () => {
  await openMessages()
})

it('shows each phrase in its sentence, whatever the kind calls it', () => {
  const [sofa, it] = ['… Go past [the red sofa], then stop. …', '… Wait by [it].']
  for (const item of [{ first: phrase('the red sofa'), second: phrase('it') }, { phrases: [phrase('the red sofa'), phrase('it')] }, { phrase: phrase('the red sofa'), others: [phrase('it')] }]) expect(textsOf('coref_link', item, null)).toEqual([sofa, it])
})

it.each([
  ['coref_link', { verdict: 'part_of' }, '1 is a part of 2'],
  ['coref_verify', { verdict: 'not_same' }, 'Not all the same'],
  ['box_need', { verdict: 'scene' }, 'A place or all around'],
  ['box_quality', { verdict: 'good', reason: null }, 'Good'],
  ['box_quality', { verdict: 'bad', reason: 'not_tight' }, 'Bad: not tight'],
  ['box_coverage', { verdict: 'missing' }, 'Something is missing'],
  ['same_thing', { verdict: 'unclear' }, 'I cannot tell'],
  ['carry', { verdict: 'accept', visible: 'cut' }, 'It fits, partly hidden'],
  ['carry', { verdict: 'not_there', visible: 'whole' }, 'It is not there'],
  ['carry', { verdict: 'adjust', shape: box(1) }, 'Drew another box'],
  ['box_draw', { drawn: region('a') }, 'Drew a box'],
  ['box_draw', { drawn: null }, 'There is nothing to draw'],
  ['region_meant', { drawn: null }, 'I cannot find it'],
  ['of_a_package', { verdict: 'perhaps' }, 'perhaps'],
])('says what was answered in %s in the words of the button: %j', (kind, answer, words) => {
  expect(only(kind, {}, answer).answer).toEqual([words])
})

it('shows what was marked, and what was said of it', () => {
  const span = (text: string, types: string[]) => ({ start_char: SAID.indexOf(text), end_char: SAID.indexOf(text) + text.length, types, number: 'one', form: 'name' })
  const answer = { mentions: [span('sofa', []), span('the red sofa', ['furniture'])] }
  expect(textsOf('mention', { sentence }, answer)).toEqual(['Turn left. Go past [the red sofa], then stop. Wait by it.'])
  expect(only('mention', { sentence }, answer).answer).toEqual(['“\u2068sofa\u2069”: One, By name', '“\u2068the red sofa\u2069”: Furniture, One, By name'])
})

it('knows what the page showed from what was drawn', () => {
  expect(placesOf('box_draw', { regions: [region('a'), region('b')] }, { drawn: region('c') })).toEqual(['a', 'b', 'c drawn'])
  expect(placesOf('same_thing', { first: region('a'), second: region('b'), first_phrase: phrase('it') }, { verdict: 'same' })).toEqual(['a', 'b'])
  const carried = { region: region('a'), foretold: { viewpoint_id: 'b', shape: box(1) } }
  expect(placesOf('carry', carried, { verdict: 'adjust', shape: box(2) })).toEqual(['a', 'b', 'b drawn'])
  expect(placesOf('carry', { ...carried, foretold: { viewpoint_id: 'b', shape: null } }, { verdict: 'not_there', shape: null })).toEqual(['a'])
})

it('tells an item that was left out from one in which nothing was marked', () => {
  expect(only('box_need', { phrase: phrase('it') }, null)).toMatchObject({ answer: null, comment: '' })
  expect(only('mention', { sentence }, null).answer).toBeNull()
  expect(only('mention', { sentence }, { mentions: [] }).answer).toEqual(['Nothing was marked.'])
})

it('says of an item that what it asked about is gone', () => {
  const [gone] = answeredItems('box_quality', { items: [null] }, { answers: [{ verdict: 'good' }] })
  expect(gone).toMatchObject({ isGone: true, words: [], answer: ['Good'], regions: [] })
})

class Camera {
  readonly told: unknown[] = []
  prepareRegions = () => Promise.resolve()
  showRegions = (regions: readonly ShownRegion[]) => void this.told.push(regions.map(({ viewpointId, label }) => `${label} ${viewpointId}`))
  lookAt = (viewpointId: string) => Promise.resolve(void this.told.push(viewpointId))
}

let camera: Camera
let answered: Answered

beforeEach(() => {
  camera = new Camera()
  const page = { items: [{ phrase: phrase('it') }, { phrase: phrase('the red sofa'), regions: [region('a')] }] }
  answered = new Answered(answeredItems('box_draw', page, { answers: [{ drawn: null, comment: 'Which one?' }, { drawn: region('b') }] }), camera)
})

it('begins at the first item with a region, at what was drawn', async () => {
  await answered.open()
  expect([answered.current, camera.told]).toEqual([1, [['shown a', 'drawn b'], 'b']])
})

it('looks at a region in the picture when it is asked for', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  drawInto(place)(<AnsweredPanel answered={answered} />)
  const items = () => [...place.querySelectorAll('[data-testid=answered-item]')].map((each) => [each.textContent, each.getAttribute('aria-current')])
  expect(items()[0]).toEqual(['… Wait by it.There is nothing to draw“Which one?”', 'true'])
  place.querySelector<HTMLElement>('[data-testid=look-2-1]')?.click()
  expect(camera.told).toEqual([['shown a', 'drawn b'], 'a'])
  await expect.poll(() => items().map(([, current]) => current)).toEqual([null, 'true'])
})

it('shows answers that read alike each for itself', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const item = { isGone: false, words: [], answer: ['Good', 'Good'], comment: '', regions: [] }
  drawInto(place)(<AnsweredPanel answered={new Answered([item, { ...item, answer: null }], null)} />)
  expect([...place.querySelectorAll('p')].map((each) => each.textContent)).toEqual(['Good', 'Good', 'Nothing was answered.'])
})

it('can be read without a picture', async () => {
  const unseen = new Answered(answered.items, null)
  await unseen.open()
  expect(unseen.current).toBe(1)
})
