import type { ApiClient } from '../../api/ApiClient'
import { t } from '../../kit/messages/messages'
import type { TaskDefinition } from '../../tasks/phases/defineTask'
import { runTask } from '../../tasks/running/runTask'

/** A task whose own types are nobody else's business. */
interface LoadedTask {
  title: () => string
  run: (page: HTMLElement, client: ApiClient) => void
}

const loaded = <Session, Name extends string, Event extends string>(task: TaskDefinition<Session, Name, Event>): LoadedTask => ({
  title: task.title,
  run: (page, client) => void runTask(page, client, task),
})

const BUILT_IN: Partial<Record<string, () => Promise<LoadedTask>>> = {
  find: async () => loaded((await import('../../tasks/find/findTask')).findTask),
  follower: async () => loaded((await import('../../tasks/follower/followerTask')).followerTask),
  guide: async () => loaded((await import('../../tasks/guide/guideTask')).guideTask),
  tour: async () => loaded((await import('../../tasks/tour/tourTask')).tourTask),
  transcribe: async () => loaded((await import('../../tasks/transcribe/transcribeTask')).transcribeTask),
}

/** The browser half of a kind of task: part of this build, or a module that its package brings. */
export async function loadTask(kind: string): Promise<LoadedTask> {
  const builtIn = BUILT_IN[kind]
  if (builtIn) return builtIn()
  const address = `/plugins/${kind}/task.js`
  const module = (await import(/* @vite-ignore */ address).catch(() => null)) as { default?: TaskDefinition<unknown, string, string> } | null
  if (module?.default?.id !== kind) throw Object.assign(new Error(t('task.missing', { kind })), { remedy: t('task.remedy') })
  return loaded(module.default)
}
