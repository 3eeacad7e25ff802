/** What each call of the clients asks of the server: its route, its query and its body. */

import { readFileSync } from 'node:fs'

import { beforeEach, expect, it, vi } from 'vitest'

import { LessonClient } from './LessonClient'
import { TeamClient } from './TeamClient'

interface Asked {
  readonly url: string
  readonly method: string
  readonly body: unknown
}
let signals: AbortSignal[]
type Call<Client> = readonly [asks: string, call: (client: Client) => unknown, body?: object]

let asked: Asked[]
const request: typeof fetch = (url, { method = 'GET', body, signal: limit } = {}) => {
  if (limit) signals.push(limit)
  asked.push({ url: url as string, method, body: typeof body === 'string' ? JSON.parse(body) : body })
  return Promise.resolve(Response.json({ text: 'An example' }))
}
const { signal } = new AbortController()
const given = { given: 'as it is' }
/** A body that the client hands on. */
const body = given as never
const query = new URLSearchParams({ kind: 'guide', scan: 'a b' })

const PEOPLE: readonly Call<TeamClient>[] = [
  ['GET /sign-in', (client) => client.signIn()],
  ['POST /sessions', (client) => client.openSession(body), given],
  ['POST /sessions/preview', (client) => client.previewSession(body), given],
  ['DELETE /sessions/current', (client) => client.signOut()],
  ['GET /studies/a%2Fb?key=k%26', (client) => client.study('a/b', 'k&')],
  ['POST /studies/a%2Fb/visits?key=k%26', (client) => client.enterStudy('a/b', 'k&', body), given],
  ['GET /me/visit', (client) => client.visit()],
  ['POST /me/visit/completion', (client) => client.completeVisit(), {}],
  ['GET /kinds', (client) => client.kinds()],
  ['GET /me', (client) => client.me()],
  ['GET /equipment?kind=guide', (client) => client.equipment('guide')],
  ['GET /me/next', (client) => client.next()],
  ['GET /me/work', (client) => client.ownWork()],
  ['GET /me/speech', (client) => client.speech()],
  ['PUT /me/speech/te-IN', (client) => client.saySpeech({ language: 'te-IN', dialect: 'd', region: 'r' }), { dialect: 'd', region: 'r', agreed: true }],
  ['GET /me/consent?language=te', (client) => client.consent('te')],
  ['PUT /me/consent', (client) => client.agree(body), given],
  ['GET /me/standings', (client) => client.standings()],
  ['PUT /me/appeal', (client) => client.appeal(body), given],
  ['GET /me/batches', (client) => client.batches()],
  ['PUT /me/batches/b1/appeal', (client) => client.appealBatch('b1', 'Why?'), { words: 'Why?' }],
  ['GET /me/reviews', (client) => client.notices()],
  ['PUT /me/reviews/t1/seen', (client) => client.seeNotice('t1', 2), { version: 2 }],
  ['GET /me/reviews/t1', (client) => client.correction('t1')],
  ['PUT /me/reviews/t1/corrections/d1', (client) => client.correct('t1', 'd1', body), given],
  ['GET /me/training/guide', (client) => client.training('guide')],
  ['POST /me/training/guide', (client) => client.finishTraining('guide', body), given],
  ['GET /me/questions', (client) => client.ownQuestions()],
  ['PUT /me/questions/q1', (client) => client.ask('q1', 'Why?'), { words: 'Why?' }],
  ['PUT /me/questions/q1/follow-up', (client) => client.askBack('q1', 'Why?'), { words: 'Why?' }],
  ['POST /me/questions/q1/read', (client) => client.readAnswer('q1'), {}],
  ['POST /me/live', (client) => client.beginLive(body), given],
  ['PUT /me/live/l1', (client) => client.tellLive('l1', body), given],
  ['DELETE /me/live', (client) => client.endLive()],
  ['PUT /me/forms/c%201/opinion', (client) => client.answerForm({ campaign_id: 'c 1', occasion: 'o', form: { name: 'opinion', version: 'v', language: 'te' } } as never, body), { occasion: 'o', version: 'v', language: 'te', answers: given }],
  ['DELETE /me', (client) => client.withdraw()],
  ['GET /scans/my%20house', (client) => client.scan('my house')],
  ['GET /scans/house?lease=l1', (client) => client.scan('house', 'l1')],
  ['POST /leases', (client) => client.lease('guide'), { kind: 'guide' }],
  ['GET /leases/l1', (client) => client.readLease('l1')],
  ['POST /leases/l1/renew', (client) => client.renew('l1', undefined, signal)],
  ['POST /leases/l1/renew', (client) => client.renew('l1', 'walk', signal), { phase: 'walk' }],
  ['DELETE /leases/l1', (client) => client.giveBack('l1')],
  ['GET /me/waiting/guide', (client) => client.waiting('guide')],
  ['GET /me/tally/guide?since=2026-11-20T08%3A00%3A00.000Z&lease=l1', (client) => client.tally('guide', new Date('2026-11-20T08:00:00Z'), 'l1')],
  ['POST /leases/l1/snap', (client) => client.snap('l1', body), given],
  ['PUT /leases/l1/draft', (client) => client.saveDraft('l1', body), given],
  ['POST /leases/l1/recordings', (client) => client.startRecording('l1', 1, 48_000), { attempt: 1, sample_rate: 48_000 }],
  ['POST /leases/l1/recordings', (client) => client.startActions('l1', 1, signal), { attempt: 1, sample_rate: null, holds: 'actions' }],
  ['GET /recordings/r1/voice', (client) => client.receipts('r1', 'voice', signal)],
  ['PUT /draft-transcripts/r1', (client) => client.draftTranscript('r1', body), { voice: given }],
  ['POST /leases/l1/submit', (client) => client.submit('l1', body), given],
  ['PUT /leases/l1/reports/p1', (client) => client.report('l1', 'p1', body), given],
  ['GET /practice', (client) => client.practice()],
]

const TEAM: readonly Call<TeamClient>[] = [
  ['GET /campaigns', (client) => client.campaigns()],
  ['GET /campaigns/a%20b', (client) => client.campaign('a b')],
  ['POST /campaign-files/check', (client) => client.checkCampaign(body), given],
  ['PUT /campaigns/a%20b', (client) => client.writeCampaign('a b', body), given],
  ['PUT /campaigns/a%20b/state', (client) => client.turnCampaign('a b', 'paused'), { state: 'paused' }],
  ['GET /campaign-files/example', (client) => client.exampleCampaign()],
  ['GET /people', (client) => client.people()],
  ['POST /people', (client) => client.invite(body), given],
  ['POST /people/7/invite', (client) => client.inviteAgain(7), {}],
  ['POST /people/table', (client) => client.inviteTable('a,b', 30), { table: 'a,b', days: 30 }],
  ['DELETE /people/7/access', (client) => client.shutOut(7)],
  ['GET /people/labels', (client) => client.labels()],
  ['PUT /people/7/label', (client) => client.label(7, 'Kavya'), { label: 'Kavya' }],
  ['GET /monitor?kind=guide&scan=a+b', (client) => client.monitor(query)],
  ['GET /monitor/groups/week?kind=guide&scan=a+b', (client) => client.groups('week', query)],
  ['GET /monitor/tasks', (client) => client.tasks()],
  ['GET /monitor/pay', (client) => client.pay()],
  ['GET /monitor/reports', (client) => client.reports()],
  ['GET /monitor/store', (client) => client.storeHealth()],
  ['GET /dialogues', (client) => client.dialogues()],
  ['GET /monitor/drafts', (client) => client.draftFigures()],
  ['GET /monitor/evaluation?', (client) => client.evaluation()],
  ['GET /monitor/evaluation?campaign=c1', (client) => client.evaluation('c1')],
  ['GET /reviewers', (client) => client.reviewers()],
  ['GET /annotations?kind=guide&scan=a+b', (client) => client.annotations(query)],
  ['GET /annotations/tour/12', (client) => client.annotation('tour', 12)],
  ['GET /dialogues/a%2Fb', (client) => client.dialogue('a/b')],
  ['GET /forms', (client) => client.formSummaries()],
  ['GET /vote-counts', (client) => client.voteCounts()],
  ['GET /votes?state=disputed', (client) => client.votes('disputed')],
  ['PUT /votes/i1', (client) => client.settleVote('i1', '7'), { value: '7' }],
  ['GET /audit?actor=3', (client) => client.audit({ actor: '3' })],
  ['GET /review?kind=guide&limit=50', (client) => client.reviews({ kind: 'guide', limit: 50 })],
  ['GET /review/counts?kind=guide', (client) => client.reviewCounts({ kind: 'guide' })],
  ['PUT /review/t1/claim', (client) => client.claimReview('t1'), {}],
  ['DELETE /review/t1/claim', (client) => client.releaseReview('t1')],
  ['PUT /review/t1/decisions/d1', (client) => client.decide('t1', 'd1', body), given],
  ['PUT /annotations/guide/5/words', (client) => client.correctWords(5, body), given],
  ['GET /annotations/guide/5/landmarks', (client) => client.landmarks(5)],
  ['GET /annotations/guide/5/words/versions', (client) => client.wordsVersions(5)],
  ['POST /annotations/guide/5/words/versions/2/restore', (client) => client.restoreWords(5, 2, 4), { version: 4 }],
  ['GET /landmarks', (client) => client.landmarkProgress(null)],
  ['GET /landmarks?campaign=a%20b', (client) => client.landmarkProgress('a b')],
  ['GET /landmarks/paths?campaign=a%20b', (client) => client.landmarkPaths('a b', null)],
  ['GET /landmarks/paths?campaign=a%20b&cursor=c%202', (client) => client.landmarkPaths('a b', 'c 2')],
  ['GET /landmarks/timing?campaign=a%20b', (client) => client.landmarkTiming('a b')],
  ['GET /questions', (client) => client.questions()],
  ['PUT /questions/q1/answer', (client) => client.answer('q1', body), given],
  ['GET /live', (client) => client.learners()],
  ['POST /live/l1/hints', (client) => client.giveHint('l1', 'Left'), { words: 'Left' }],
]

const LESSONS: readonly Call<LessonClient>[] = [
  ['GET /me/lesson/guide', (client) => client.lesson('guide')],
  ['POST /me/lesson/guide/parts/p1', (client) => client.finishPart('guide', 'p1', body), given],
  ['POST /me/lesson/guide/walk', (client) => client.judgeWalk('guide', body), given],
  ['GET /me/exercises/guide', (client) => client.exercise('guide')],
  ['POST /me/exercises/guide', (client) => client.finishExercise('guide', body), given],
]

/** The server's routes, each as a pattern of what is asked. */
const { paths } = JSON.parse(readFileSync('src/api/openapi.json', 'utf-8')) as { paths: Record<string, Record<string, unknown>> }
const routes = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`)))

beforeEach(() => {
  asked = []
  signals = []
  vi.stubGlobal('document', { documentElement: { lang: 'te' } })
})

it.each([
  ...[...PEOPLE, ...TEAM].map(([asks, call, sent]) => [asks, () => call(new TeamClient('secret', undefined, request)), sent] as const),
  ...LESSONS.map(([asks, call, sent]) => [asks, () => call(new LessonClient('secret', undefined, request)), sent] as const),
])('asks %s, which the server offers', async (asks, call, sent) => {
  await call()
  const [method = '', path = ''] = asks.split(' ')
  expect(asked).toEqual([{ url: `/api/v1${path}`, method, body: sent }])
  expect(routes.some((route) => route.test(`${method} /api/v1${path.split('?')[0] ?? ''}`))).toBe(true)
})

it('asks for the forms in the language of the page, and those before a campaign where one is named', async () => {
  const client = new TeamClient('secret', undefined, request)
  await client.forms(null)
  await client.forms('c1')
  expect(asked.map(({ url }) => url)).toEqual(['/api/v1/me/forms?language=te', '/api/v1/me/forms?language=te&beginning=c1'])
})

it('tells the version of the store with its figures, and knows of none where the server says nothing', async () => {
  const of = (answer: () => Response) => new TeamClient('secret', undefined, () => Promise.resolve(answer()))
  expect(await of(() => Response.json({ total: 1 }, { headers: { ETag: '"v7"' } })).monitor(query)).toEqual({ value: { total: 1 }, version: '"v7"' })
  const nothing = of(() => new Response(null, { status: 204, headers: { 'PanGEA-Reason': 'step', 'PanGEA-Kind': 'tour', 'PanGEA-Opens-At': '2126-12-02T09:00:00Z' } }))
  expect([await nothing.visit(), await nothing.consent('te'), await nothing.lease('guide')]).toEqual([null, null, { reason: 'step', kind: 'tour', campaign: null, opens_at: '2126-12-02T09:00:00Z' }])
  expect(await of(() => new Response(null, { status: 204 })).lease('guide')).toEqual({ reason: 'nothing', kind: null, campaign: null, opens_at: null })
})

it('gives up what its caller gives up', async () => {
  const left = new AbortController()
  const client = new TeamClient('secret', undefined, request)
  await client.renew('l1', 'walk', left.signal)
  await client.snap('l1', body, left.signal)
  await client.startRecording('l1', 0, null, left.signal)
  await client.startActions('l1', 0, left.signal)
  await client.putChunk('r1', 'voice', 0, new Uint8Array(1), {}, left.signal)
  await client.receipts('r1', 'voice', left.signal)
  await client.watchLearner('l1', left.signal, () => undefined)
  left.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual(Array(7).fill(true))
})
