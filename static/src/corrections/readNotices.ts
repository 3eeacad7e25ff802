import type { ApiClient } from '../api/ApiClient'
import type { Scope } from '../kit/lifecycle/Scope'

/**
 * Shows a person what reviewers said about their work, if anything, before their next task; resolves when they go
 * on. `turn` empties the page for it.
 */
export async function readNotices(scope: Scope, client: ApiClient, turn: (phase: string) => HTMLElement): Promise<void> {
  let notices = await client.notices()
  if (notices.length === 0) return
  const batches = (await client.batches()).filter(({ task_ids: tasks }) => notices.some(({ task_id: task }) => tasks.includes(task)))
  const [{ showNotices }, { showCorrection }] = await Promise.all([import('./showNotices'), import('./showCorrection')])
  while (notices.length > 0) {
    const chosen = await showNotices(scope, turn('notices'), client, notices, batches)
    if (chosen) await showCorrection(scope, turn('correction'), client, chosen)
    else {
      const rejections = notices.filter(({ state }) => state === 'rejected')
      await Promise.all(rejections.map(({ task_id: task, version }) => client.seeNotice(task, version)))
      return
    }
    notices = await client.notices()
  }
}
