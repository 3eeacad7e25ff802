import { expect, it, vi } from 'vitest'

import { ApiClient } from '../../api/ApiClient'
import { t } from '../../kit/messages/messages'
import { loadTask } from './loadTask'

const { runTask, other } = vi.hoisted(() => ({ runTask: vi.fn(), other: { id: 'other', title: () => 'Other' } }))
const guide = vi.hoisted(() => ({ id: 'guide', title: () => 'The Guide' }))
vi.mock('../../tasks/running/runTask', () => ({ runTask }))
vi.mock('../../tasks/guide/task', () => ({ default: guide }))
vi.mock('../../tasks/follower/task', () => ({ default: other }))

it('runs the task of a kind that this build has', async () => {
  const [page, client] = [{} as HTMLElement, new ApiClient('secret')]
  const task = await loadTask('guide')
  task.run(page, client)
  expect([task.title(), runTask.mock.calls]).toEqual(['The Guide', [[page, client, guide, { again: undefined }]]])
})

it.each(['nowhere', 'follower'])('refuses %s: it is not there, or says that it is another', async (kind) => {
  await expect(loadTask(kind)).rejects.toMatchObject({ message: t('task.missing', { kind }), remedy: t('task.remedy') })
})
