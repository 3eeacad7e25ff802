// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { eventually, settled } from '../../../testing/until'
import { ApiProblem } from '../../api/ApiProblem'
import type { CampaignCheck, CampaignFile, CampaignFileRequest, CampaignView, CampaignWriteRequest, Me } from '../../api/types'
import { timeInZone } from '../../kit/formatting/format'
import { Scope } from '../../kit/lifecycle/Scope'
import { type CampaignsClient, CampaignsPage } from './CampaignsPage'

const VIEW: CampaignView = {
  campaign_id: 'walks',
  state: 'running',
  version: 3,
  created_at: '2026-11-20T08:00:00Z',
  languages: ['hi'],
  pools: [],
  agreed_times: {},
  progress: [{ kind: 'guide', language: 'hi', waiting: 0, open: 3, leased: 0, done: 1 }],
}
const COST = { currency: 'INR', answers: 500, time: null, unmeasured: ['guide'], per_hour: 36000 }
const PLAN = { campaign_id: 'walks', version: 3, languages: ['hi'], tasks: { guide: 2 }, paths: null, new_paths: 2, retired: 0, moved: 0, cost: COST, unasked: true, without_task: 2, forecast: { people: 28, learning: 5, made: 660, counted: 189 } }

/** A server with one campaign, which refuses versions that are not the newest. */
class Server implements CampaignsClient {
  role: Me['role'] = 'manager'
  stored: CampaignFile = { campaign: VIEW, text: 'id: walks\nlanguages: [hi]\n', definition: { id: 'walks', languages: ['hi'] } }
  written: CampaignWriteRequest[] = []
  checked: CampaignFileRequest[] = []
  faults: CampaignCheck['faults'] = []

  me = () => Promise.resolve({ role: this.role } as Me)
  kinds = () => Promise.resolve([])
  campaigns = () => Promise.resolve([this.stored.campaign])
  campaign = () => Promise.resolve(this.stored)
  exampleCampaign = () => Promise.resolve('# An example\nid: house-tour\n')
  checkCampaign = (file: CampaignFileRequest): Promise<CampaignCheck> => {
    this.checked.push(file)
    return Promise.resolve({ faults: this.faults, text: file.text, definition: { id: 'walks', languages: ['hi'] }, plan: this.faults.length > 0 ? null : PLAN })
  }
  writeCampaign = (_: string, file: CampaignWriteRequest): Promise<CampaignFile> => {
    this.written.push(file)
    if (file.version !== this.stored.campaign.version) return Promise.reject(new ApiProblem(409, 'store_conflict', 'It has another version.', 'Compare.'))
    this.store(this.stored.definition)
    return Promise.resolve(this.stored)
  }
  turnCampaign = (_: string, state: CampaignView['state']) => {
    this.stored = { ...this.stored, campaign: { ...this.stored.campaign, state } }
    return Promise.resolve(this.stored.campaign)
  }

  store(definition: CampaignFile['definition']) {
    this.stored = { ...this.stored, definition, campaign: { ...this.stored.campaign, version: this.stored.campaign.version + 1 } }
  }
}

let scope: Scope
let server: Server
let root: HTMLElement
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as querySelector has it
const find = <Name extends HTMLElement>(name: string) => root.querySelector<Name>(`[data-testid="${name}"]`)
const press = async (name: string) => {
  await eventually(() => expect(find<HTMLButtonElement>(name)).toMatchObject({ hidden: false, disabled: false }))
  find(name)!.click()
}
const type = (name: string, text: string) => {
  const field = find<HTMLInputElement>(name)!
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeEach(async () => {
  scope = new Scope()
  server = new Server()
  root = document.createElement('main')
  document.body.replaceChildren(root)
  history.replaceState(null, '', '/campaigns')
  await new CampaignsPage(root, server, scope).load()
})
afterEach(() => scope.dispose())

it('stores what was checked, with the version that it was made in', async () => {
  await press('edit-campaign')
  await eventually(() => expect(find('field-languages')).not.toBeNull())
  type('field-languages', 'hi te')
  await press('check-campaign')
  await eventually(() => expect(find('plan-tasks')?.textContent).toBe('2 Guide'))
  expect(find('plan-unasked')?.textContent).toContain('no consent text is in force')
  expect(find('plan-without-task')?.textContent).toBe('2 people get no task')
  expect(find('plan-forecast')?.textContent).toMatch(/^With 28 people up to 660 answers, of which 189 count/)
  expect(find('plan-cost')?.textContent).toBe('₹5.00 for the answers; ₹360.00 for each hour of active time; how long these tasks take is not known yet: Guide.')
  await press('store-campaign')
  await eventually(() => expect(find('news')?.textContent).toBe('walks is stored as version 4.'))
  await press('edit-campaign')
  await eventually(() => expect([find('news')?.textContent, find('campaign-editor')?.querySelector('h2')?.textContent]).toEqual(['', 'Change walks']))
  expect(server.written).toHaveLength(1)
  expect(server.written[0]).toMatchObject({ version: 3, files: {} })
  expect(JSON.parse(server.written[0]!.text)).toEqual({ id: 'walks', languages: ['hi', 'te'] })
})

it('takes back what the server said as soon as something is changed', async () => {
  await press('edit-campaign')
  await press('check-campaign')
  await eventually(() => expect(find('plan')).not.toBeNull())
  const looks = () => ['check-campaign', 'store-campaign'].map((name) => [find(name)?.textContent, find(name)?.classList.contains('button-primary')])
  expect(looks()).toEqual([['Check', false], ['Save the changes', true]])
  type('field-languages', 'te')
  await eventually(() => expect(find('plan')).toBeNull())
  expect(find<HTMLButtonElement>('store-campaign')?.hidden).toBe(true)
})

it('leaves what was written while the server checked what was there before', async () => {
  await press('edit-campaign')
  await eventually(() => expect(find('field-languages')).not.toBeNull())
  const check = server.checkCampaign
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  server.checkCampaign = (file) => held.then(() => check(file))
  await press('check-campaign')
  type('field-languages', 'te')
  answer()
  await press('check-campaign')
  await eventually(() => expect(find('plan')).not.toBeNull())
  expect(server.checked.map(({ text }) => (JSON.parse(text) as { languages: string[] }).languages)).toEqual([['hi'], ['te']])
  expect(find<HTMLInputElement>('field-languages')?.value).toBe('te')
})

it('shows what somebody else stored, and keeps its own text until its writer decides', async () => {
  await press('edit-campaign')
  await press('editor-mode-file')
  await eventually(() => expect(find('campaign-text')).not.toBeNull())
  expect(find<HTMLButtonElement>('start-example')?.hidden).toBe(true)
  type('campaign-text', 'id: walks\nlanguages: [te]\n')
  await press('check-campaign')
  server.store({ id: 'walks', languages: ['ur'] })
  await press('store-campaign')
  await eventually(() => expect(find('conflict')?.textContent).toContain('version 4'))
  expect(find('conflict')?.textContent).toContain('["ur"]')
  expect(find<HTMLTextAreaElement>('campaign-text')?.value).toContain('[te]')
  expect(find<HTMLButtonElement>('store-campaign')?.disabled).toBe(true)
  await press('keep-mine')
  await press('check-campaign')
  await press('store-campaign')
  await eventually(() => expect(server.written.at(-1)).toMatchObject({ version: 4, text: 'id: walks\nlanguages: [te]\n' }))
})

it('tells of another conflict than a newer version', async () => {
  server.writeCampaign = () => Promise.reject(new ApiProblem(409, 'campaign_closed', 'It is closed.', ''))
  await press('edit-campaign')
  await press('check-campaign')
  await press('store-campaign')
  await eventually(() => expect(find('problem')?.textContent).toContain('It is closed.'))
  expect(find('conflict')).toBeNull()
})

it('never puts a new campaign over another of its name', async () => {
  await press('new-campaign')
  await press('check-campaign')
  await press('store-campaign')
  await eventually(() => expect(find('problem')?.textContent).toContain('another version'))
  expect(find('conflict')).toBeNull()
})

it('says each fault with its line, and beside its field', async () => {
  server.faults = [{ line: 2, key: 'languages[0]', message: '"en_US" is not a language', remedy: 'Write en-US.' }]
  await press('edit-campaign')
  await press('check-campaign')
  await eventually(() => expect(find('faults')?.querySelector('li')?.textContent).toBe('languages[0]: "en_US" is not a language. Write en-US.'))
  expect(find('fault-languages')?.textContent).toContain('Write en-US.')
  expect(find<HTMLButtonElement>('store-campaign')?.hidden).toBe(true)
})

it('pauses and resumes', async () => {
  const offered = () => ['edit', 'save', 'pause', 'resume', 'close'].filter((name) => !find<HTMLButtonElement>(`${name}-campaign`)?.hidden)
  expect(offered()).toEqual(['edit', 'save', 'pause', 'close'])
  await press('pause-campaign')
  await eventually(() => expect(find('campaign-state')?.textContent).toBe('Paused'))
  expect(offered()).toEqual(['edit', 'save', 'resume', 'close'])
  await press('resume-campaign')
  await eventually(() => expect(find('campaign-state')?.textContent).toBe('Running'))
})

it('saves the stored file under its name', async () => {
  const files: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download)
  })
  await press('save-campaign')
  await eventually(() => expect(files).toEqual(['walks.yaml']))
  vi.restoreAllMocks()
})

it('says that there is no campaign yet', async () => {
  server.campaigns = () => Promise.resolve([])
  await new CampaignsPage(root, server, scope).load()
  expect(find('no-campaigns')?.textContent).toContain('There is no campaign yet')
})

it('lets reviewers read, and nothing else', async () => {
  server.role = 'reviewer'
  await new CampaignsPage(root, server, scope).load()
  expect(find<HTMLButtonElement>('save-campaign')?.hidden).toBe(false)
  for (const name of ['new-campaign', 'edit-campaign', 'pause-campaign', 'close-campaign']) expect(find<HTMLButtonElement>(name)?.hidden).toBe(true)
})

it('closes for good only when somebody is sure', async () => {
  await press('close-campaign')
  await eventually(() => expect(document.querySelector('dialog')?.textContent).toContain('Close walks for good?'))
  document.querySelector<HTMLElement>('[data-testid=confirm-no]')?.click()
  await settled()
  expect(server.stored.campaign.state).toBe('running')
  await press('close-campaign')
  document.querySelector<HTMLElement>('[data-testid=confirm-yes]')?.click()
  await eventually(() => expect(find('campaign-state')?.textContent).toBe('Closed'))
  for (const name of ['edit-campaign', 'pause-campaign', 'resume-campaign', 'close-campaign']) expect(find<HTMLButtonElement>(name)?.hidden, name).toBe(true)
})

it('shows how far each kind and language is', () => {
  expect([...root.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual(['Task', 'Language', 'Progress', 'Done', 'Held', 'Open', 'Waiting'])
  const row = find('campaign')?.querySelector('tbody tr')
  expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['Guide', 'hi', expect.stringMatching(/^25\s?%$/), '1', '0', '3', '0'])
  expect([...(row?.querySelectorAll<HTMLElement>('.campaign-bar > span') ?? [])].map(({ className, style }) => [className, style.flexGrow])).toEqual([['swatch-done', '1'], ['swatch-open', '3']])
  expect(find('campaign')?.querySelector('.campaign-facts')?.textContent).toMatch(/^Version 3 · since .*Nov.* · hi$/)
})

it('takes theirs where their writer drops their own', async () => {
  await press('edit-campaign')
  await eventually(() => expect(find('field-languages')).not.toBeNull())
  type('field-languages', 'te')
  await press('check-campaign')
  server.store({ id: 'walks', languages: ['ur'] })
  await press('store-campaign')
  await eventually(() => expect(find('conflict')).not.toBeNull())
  expect([...(find('conflict')?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([['languages', '["hi"]', '["ur"]', '["te"]']])
  await press('take-theirs')
  await eventually(() => expect(find('conflict')).toBeNull())
  expect(find<HTMLInputElement>('field-languages')?.value).toBe('ur')
})

it('reads files into the text and beside it, and leaves some out again', async () => {
  await press('new-campaign')
  await press('editor-mode-file')
  await eventually(() => expect(find('campaign-text')).not.toBeNull())
  const choose = (name: string, ...files: File[]) => {
    const field = find<HTMLInputElement>(name)!
    Object.defineProperty(field, 'files', { value: files, configurable: true })
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose('open-file', new File(['id: tour\n'], 'tour.yaml'))
  await eventually(() => expect(find<HTMLTextAreaElement>('campaign-text')?.value).toBe('id: tour\n'))
  choose('add-files', new File(['Agree?'], 'consent.md'), new File(['{"id": "x", "languages": []}'], 'walks.json'), new File(['[]'], 'paths.json'))
  await eventually(() => expect([...root.querySelectorAll('.campaign-files code')].map(({ textContent }) => textContent)).toEqual(['consent.md', 'paths.json']))
  expect(find<HTMLTextAreaElement>('campaign-text')?.value).toBe('{"id": "x", "languages": []}')
  await press('remove-file')
  await press('check-campaign')
  await eventually(() => expect(server.checked.at(-1)).toEqual({ text: '{"id": "x", "languages": []}', files: { 'paths.json': '[]' } }))
})

it('begins with the example, as a file', async () => {
  await press('new-campaign')
  await press('editor-mode-file')
  await press('start-example')
  await eventually(() => expect(find<HTMLTextAreaElement>('campaign-text')?.value).toContain('id: house-tour'))
  const leaves = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaves)
  expect(leaves.defaultPrevented).toBe(true)
  await press('leave-editor')
  await eventually(() => expect(find('campaign')).not.toBeNull())
})

it('keeps the form closed for a file that cannot be read', async () => {
  server.checkCampaign = (file) => Promise.resolve({ faults: [{ line: 1, key: 'id', message: 'No text', remedy: 'Write one.' }], text: file.text, definition: null, plan: null })
  await press('new-campaign')
  await press('editor-mode-file')
  await eventually(() => expect(find('campaign-text')).not.toBeNull())
  await press('editor-mode-form')
  await eventually(() => expect(find('faults')?.textContent).toContain('Line 1, id: No text. Write one.'))
  expect(find('campaign-text')).not.toBeNull()
})

it('says of a new campaign that gives out and costs nothing so', async () => {
  server.checkCampaign = (file) => Promise.resolve({ faults: [], text: file.text, definition: { id: 'walks' }, plan: { ...PLAN, tasks: {}, unasked: false, new_paths: 0, cost: { ...COST, answers: 0, time: 0 }, without_task: 0, forecast: { people: 0, learning: 0, made: 0, counted: 0 } } })
  await press('new-campaign')
  await press('check-campaign')
  await eventually(() => expect([...(find('plan')?.querySelectorAll('p, dd') ?? [])].map(({ textContent }) => textContent)).toEqual(['no new tasks', 'hi', 'Nothing is paid.']))
})

it.each([[503, 1], [403, 0]])('keeps what it shows where something fails, but not for whom it is not (%i)', async (status, left) => {
  server.turnCampaign = () => Promise.reject(new ApiProblem(status, 'access', 'No.', ''))
  await press('pause-campaign')
  await eventually(() => expect(root.querySelector('[role=alert]')?.textContent).not.toBe(''))
  expect(root.querySelectorAll('[data-testid=campaign]')).toHaveLength(left)
})

it('says what a plan does not change, and what it retires', async () => {
  server.checkCampaign = (file) => Promise.resolve({ faults: [], text: file.text, definition: { id: 'walks' }, plan: { ...PLAN, tasks: {}, unasked: false, new_paths: 0, paths: { paths: 12, scans: 2, metres: [5, 7.5, 12], splits: {}, viewpoints: [2, 3, 4] }, cost: { ...COST, answers: 0, time: 1000 }, without_task: 0, forecast: { people: 0, learning: 2, made: 10, counted: 10 } } })
  await press('edit-campaign')
  await press('check-campaign')
  await eventually(() => expect(find('plan')).not.toBeNull())
  expect([...(find('plan')?.querySelectorAll('p, dd') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'The stored campaign is the same already.',
    'no new tasks',
    'hi',
    '12 in 2 scans, 0 of them new; 5.0 to 12.0 m long, median 7.5 m',
    '0 tasks retired, 0 moved to another pool or priority. Nobody’s work changes.',
    'about ₹10.00 for active time.',
    'Nobody is invited yet.',
  ])
})

it('warns before changes are lost, and only then', async () => {
  const leaves = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return !event.defaultPrevented
  }
  await press('edit-campaign')
  await eventually(() => expect(find('field-languages')).not.toBeNull())
  expect(leaves()).toBe(true)
  type('field-languages', 'te')
  expect(leaves()).toBe(false)
})

it.each([['manager', 'New campaign'], ['owner', 'New campaign'], ['reviewer', undefined]] as const)('begins a new campaign where the address says so, for a %s: %s', async (role, title) => {
  server.role = role
  history.replaceState(null, '', '/campaigns#new')
  await new CampaignsPage(root, server, scope).load()
  await settled()
  expect(find('campaign-editor')?.querySelector('h2')?.textContent).toBe(title)
  if (title === undefined) return
  expect([find('new-campaign')?.hidden, find('store-campaign')?.textContent]).toEqual([true, 'Create the campaign'])
  await press('leave-editor')
  await eventually(() => expect([find('campaign-editor'), location.hash]).toEqual([null, '']))
})

it('lists the times that are agreed for tasks for two', async () => {
  expect(find('agreed-times')).toBeNull()
  const time = { begins: '2126-12-02T09:00:00Z', ends: '2126-12-02T11:00:00Z' }
  server.stored = { ...server.stored, campaign: { ...VIEW, agreed_times: { guide_two: [time, time] } } }
  await new CampaignsPage(root, server, scope).load()
  await settled()
  const told = timeInZone(time.begins, time.ends)
  expect(find('agreed-times')?.querySelector('li')?.textContent).toContain(`${told}; ${told}`)
})

it('looks for progress again and again, but not while somebody writes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    const own = new Scope(scope)
    const looked = vi.spyOn(server, 'campaigns')
    await new CampaignsPage(root, server, own).load()
    const before = looked.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    const after = looked.mock.calls.length
    expect(after).toBe(before + 6)
    find('edit-campaign')?.click()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([find('campaign-editor') !== null, looked.mock.calls.length]).toEqual([true, after])
  } finally {
    vi.useRealTimers()
  }
})
