import { TeamClient } from '../api/TeamClient'
import { openStaffMessages, say } from '../kit/messages/staffMessages'
import { loadLabels } from '../people/labels'
import { enter } from './enter'

/** Opens a page of the data team: first its texts, then the module that `load` imports, and people's labels. */
export async function enterStaff(title: string, load: (root: HTMLElement) => Promise<(client: TeamClient) => unknown>): Promise<void> {
  const root = document.querySelector<HTMLElement>('#page')
  if (!root) return
  await openStaffMessages()
  document.title = `PanGEA · ${say(title)}`
  document.querySelector('[data-testid=help]')?.replaceChildren(say('Help'))
  const show = await load(root)
  await enter(root, say(title), async ({ token }) => {
    const client = new TeamClient(token)
    await loadLabels(client)
    await show(client)
  })
}
