import { expect, it } from 'vitest'

import { ApiProblem } from '../api/ApiProblem'
import { problemNotice } from '../kit/notices/notice'
import { TeamPage } from './TeamPage'

const START = { busy: false, problem: null, rows: 2 }

class Page extends TeamPage<typeof START & { problem: object | null }> {
  readonly drawn: object[] = []
  protected draw = () => void this.drawn.push(this.state)
  protected refused = () => ({ rows: 0 })
  act = (act: () => Promise<void>) => this.attempt('It was not done', act)
  add = () => {
    this.change({ rows: this.state.rows + 1 })
    return Promise.resolve()
  }
}

it('is busy while it acts, and forgets what failed before', async () => {
  const page = new Page({ ...START, problem: { name: 'old' } } as never)
  await page.act(page.add)
  expect(page.drawn).toEqual([{ busy: true, problem: null, rows: 2 }, { busy: true, problem: null, rows: 3 }, { busy: false, problem: null, rows: 3 }])
})

it('says what the server refused, and changes what that changes', async () => {
  const page = new Page(START)
  const reason = new ApiProblem(409, 'conflict', 'Too late.', 'Look again.')
  await page.act(() => Promise.reject(reason))
  expect(page.drawn.at(-1)).toEqual({ busy: false, problem: problemNotice(reason, 'It was not done'), rows: 0 })
})

it('hides no fault of its own', async () => {
  const page = new Page(START)
  await expect(page.act(() => Promise.reject(new TypeError('fault')))).rejects.toThrow('fault')
  expect(page.drawn.at(-1)).toEqual(START)
})
