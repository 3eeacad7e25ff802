import type { ApiClient } from '../../api/ApiClient'
import { t } from '../../kit/messages/messages'
import type { TaskDefinition } from '../../tasks/phases/defineTask'
import { runTask } from '../../tasks/running/runTask'

/** A task, without the types of its session and phases. */
interface LoadedTask {
  title: () => string
  /** `again` is called when the task is over; without it, the next one of the kind is asked for. */
  run: (page: HTMLElement, client: ApiClient, again?: () => void) => void
}

const loaded = <Session, Name extends string, Event extends string>(task: TaskDefinition<Session, Name, Event>): LoadedTask => ({
  title: task.title,
  run: (page, client, again) => void runTask(page, client, task, { again }),
})

interface TaskModule {
  readonly default?: TaskDefinition<unknown, string, string>
}

/** The built-in tasks: the folders of `tasks/` with a `task.ts`. */
const BUILT_IN = import.meta.glob<TaskModule>('../../tasks/*/task.ts')

const brought = (address: string): Promise<TaskModule | null> => (import(/* @vite-ignore */ address) as Promise<TaskModule>).catch(() => null)

/** Loads the browser half of a kind of task: a part of this build, or a module of an installed package. */
export async function loadTask(kind: string): Promise<LoadedTask> {
  const address = `/plugins/${kind}/task.js`
  const builtIn = BUILT_IN[`../../tasks/${kind}/task.ts`]
  const task = builtIn ? (await builtIn()).default : (await brought(address))?.default
  if (task?.id !== kind) throw Object.assign(new Error(t('task.missing', { kind })), { remedy: t('task.remedy') })
  return loaded(task)
}
