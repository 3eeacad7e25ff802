import '../../kit/styles/staff.css'
import '../../viewer/viewer.css'

import './edit.css'

import { EditClient } from '../../api/EditClient'
import { Scope } from '../../kit/lifecycle/Scope'
import { openStaffMessages, say } from '../../kit/messages/staffMessages'

const TOKEN = 'pangea-edit-token'

/** The token of the link, which a tab keeps, so that it is not in the address that people copy. */
function ownToken(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given !== null) {
    sessionStorage.setItem(TOKEN, given)
    history.replaceState(null, '', location.pathname)
  }
  return sessionStorage.getItem(TOKEN)
}

async function open(root: HTMLElement): Promise<void> {
  await openStaffMessages()
  document.title = `PanGEA · ${say('Edit a place')}`
  const { EditPage } = await import('./EditPage')
  await new EditPage(root, new EditClient(ownToken()), new Scope()).load()
}

const root = document.querySelector<HTMLElement>('#page')
if (root) void open(root)
