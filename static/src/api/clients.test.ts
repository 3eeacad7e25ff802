import { expect, it } from 'vitest'

import { ApiClient } from './ApiClient'
import { LessonClient } from './LessonClient'
import { TeamClient } from './TeamClient'

/** What was asked: the method and the path, and the body where there is one. */
type Told = [call: string, body?: unknown]

function asking(): { client: TeamClient; lessons: LessonClient; told: Told[] } {
  const told: Told[] = []
  const request = ((url: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = `${method} ${url.replace('/api/v1', '')}`
    told.push(body === undefined ? [call] : [call, JSON.parse(body as string)])
    return Promise.resolve(Response.json({}))
  }) as typeof fetch
  return { client: new TeamClient('secret', undefined, request), lessons: new LessonClient('secret', undefined, request), told }
}

it('asks what people do tasks for, and stores what they say', async () => {
  const { client, lessons, told } = asking()
  await client.study('a b', 'k&1')
  await client.enterStudy('a b', 'k&1', { session: 's', ids: { worker: 'w' } })
  await client.saySpeech({ language: 'hi-IN', dialect: 'Awadhi', region: 'Lucknow' })
  await client.appealBatch('b/1', 'Why?')
  await client.seeNotice('t1', 3)
  await client.correct('t1', 'd1', { transcript: 'Go.', version: 2 })
  await client.askBack('q1', 'And now?')
  await client.readAnswer('q1')
  await client.answerForm({ campaign_id: 'c', occasion: 'task', form: { name: 'f/1', version: 'v', language: 'hi' } } as never, { q: 1 })
  await client.tally('find', new Date(0), 'l1')
  await client.startRecording('l1', 2, null)
  await client.startActions('l1', 2, new AbortController().signal)
  await client.renew('l1', undefined, new AbortController().signal)
  await client.renew('l1', 'walk', new AbortController().signal)
  await client.report('l1', 'r1', { kind: 'voice' } as never)
  await lessons.finishPart('guide', 'p1', { heard: true } as never)
  await lessons.finishExercise('find', { number: 3 } as never)
  expect(told).toEqual([
    ['GET /studies/a%20b?key=k%261'],
    ['POST /studies/a%20b/visits?key=k%261', { session: 's', ids: { worker: 'w' } }],
    ['PUT /me/speech/hi-IN', { dialect: 'Awadhi', region: 'Lucknow', agreed: true }],
    ['PUT /me/batches/b%2F1/appeal', { words: 'Why?' }],
    ['PUT /me/reviews/t1/seen', { version: 3 }],
    ['PUT /me/reviews/t1/corrections/d1', { transcript: 'Go.', version: 2 }],
    ['PUT /me/questions/q1/follow-up', { words: 'And now?' }],
    ['POST /me/questions/q1/read', {}],
    ['PUT /me/forms/c/f%2F1', { occasion: 'task', version: 'v', language: 'hi', answers: { q: 1 } }],
    ['GET /me/tally/find?since=1970-01-01T00%3A00%3A00.000Z&lease=l1'],
    ['POST /leases/l1/recordings', { attempt: 2, sample_rate: null }],
    ['POST /leases/l1/recordings', { attempt: 2, sample_rate: null, holds: 'actions' }],
    ['POST /leases/l1/renew'],
    ['POST /leases/l1/renew', { phase: 'walk' }],
    ['PUT /leases/l1/reports/r1', { kind: 'voice' }],
    ['POST /me/lesson/guide/parts/p1', { heard: true }],
    ['POST /me/exercises/find', { number: 3 }],
  ])
})

it('submits again while the server still reads the walk', async () => {
  const receipt = { lease_id: 'l1', kind: 'guide', annotation_id: 7 }
  const answers = [Response.json({ lease_id: 'l1' }, { status: 202 }), Response.json({ lease_id: 'l1' }, { status: 202 }), Response.json(receipt)]
  const sent: unknown[] = []
  const request = ((_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string))
    return Promise.resolve(answers.shift())
  }) as typeof fetch
  expect(await new ApiClient('secret', undefined, request).submit('l1', { transcript: 'Go.' } as never)).toEqual(receipt)
  expect(sent).toEqual(Array(3).fill({ transcript: 'Go.' }))
})

it('asks what the team sees, and stores what it decides', async () => {
  const { client, told } = asking()
  await client.writeCampaign('a b', { version: 1 } as never)
  await client.turnCampaign('a b', 'paused')
  await client.inviteAgain(7)
  await client.inviteTable('name\nAda', 14)
  await client.shutOut(7)
  await client.label(7, 'Kavya')
  await client.groups('language', new URLSearchParams({ kind: 'guide' }))
  await client.evaluation()
  await client.evaluation('a b')
  await client.settleVote('v1', 'yes')
  await client.reviews({ kind: 'guide', limit: 50 })
  await client.claimReview('t1')
  await client.releaseReview('t1')
  await client.decide('t1', 'd1', { verdict: 'accept', version: 1, reason: '' })
  await client.correctWords(4, { version: 2, words: [] })
  await client.restoreWords(4, 1, 3)
  await client.landmarkProgress(null)
  await client.landmarkPaths('a b', 'c&1')
  await client.landmarkTiming('a b')
  await client.answer('q1', { words: 'Yes.' } as never)
  await client.giveHint('live1', 'Left.')
  expect(told).toEqual([
    ['PUT /campaigns/a%20b', { version: 1 }],
    ['PUT /campaigns/a%20b/state', { state: 'paused' }],
    ['POST /people/7/invite', {}],
    ['POST /people/table', { table: 'name\nAda', days: 14 }],
    ['DELETE /people/7/access'],
    ['PUT /people/7/label', { label: 'Kavya' }],
    ['GET /monitor/groups/language?kind=guide'],
    ['GET /monitor/evaluation?'],
    ['GET /monitor/evaluation?campaign=a+b'],
    ['PUT /votes/v1', { value: 'yes' }],
    ['GET /review?kind=guide&limit=50'],
    ['PUT /review/t1/claim', {}],
    ['DELETE /review/t1/claim'],
    ['PUT /review/t1/decisions/d1', { verdict: 'accept', version: 1, reason: '' }],
    ['PUT /annotations/guide/4/words', { version: 2, words: [] }],
    ['POST /annotations/guide/4/words/versions/1/restore', { version: 3 }],
    ['GET /landmarks'],
    ['GET /landmarks/paths?campaign=a%20b&cursor=c%261'],
    ['GET /landmarks/timing?campaign=a%20b'],
    ['PUT /questions/q1/answer', { words: 'Yes.' }],
    ['POST /live/live1/hints', { words: 'Left.' }],
  ])
})

it('says who asks, but not to the address of a file, which is signed', async () => {
  const asked: (string | null)[][] = []
  const request = ((url: string, { headers }: RequestInit = {}) => {
    asked.push([url, new Headers(headers).get('Authorization'), new Headers(headers).get('Accept')])
    return Promise.resolve(Response.json({}))
  }) as typeof fetch
  const client = new TeamClient('secret', undefined, request)
  await client.me()
  await client.csv('/monitor/pay')
  await client.blob('/api/v1/voices/1?signed')
  await new TeamClient(null, undefined, request).signIn()
  expect(asked).toEqual([['/api/v1/me', 'Bearer secret', null], ['/api/v1/monitor/pay', 'Bearer secret', 'text/csv'], ['/api/v1/voices/1?signed', null, null], ['/api/v1/sign-in', null, null]])
})

it('names a link that is opened in a header, in place of whoever is signed in', async () => {
  const shown: (string | null)[] = []
  const request = ((_: string, { headers }: RequestInit = {}) => {
    shown.push(new Headers(headers).get('Authorization'))
    return Promise.resolve(Response.json({}))
  }) as typeof fetch
  const client = new TeamClient('secret', undefined, request)
  await client.previewSession({ invite: 'i1' })
  await client.openSession({ session: 's', invite: 'i1' })
  await client.openSession({ session: 's', id_token: 'google' })
  await client.me()
  expect(shown).toEqual(['Link i1', 'Link i1', null, 'Bearer secret'])
})
