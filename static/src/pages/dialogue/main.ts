import '../../kit/styles/staff.css'
import '../../replay/replay.css'
import '../../replay/together/together.css'

import { parseDialogueAddress } from '../../annotations/replayAddress'
import { Scope } from '../../kit/lifecycle/Scope'
import { openStaffMessages } from '../../kit/messages/staffMessages'
import { enterStaff } from '../../session/enterStaff'

const address = parseDialogueAddress(location.search)
if (address) {
  void enterStaff('Dialogue', async (root) => {
    const { DialoguePage } = await import('./DialoguePage')
    return (client) => new DialoguePage(root, client, address, new Scope()).load()
  })
} else {
  void sayThatNothingIsChosen()
}

async function sayThatNothingIsChosen(): Promise<void> {
  const root = document.querySelector<HTMLElement>('#page')
  await openStaffMessages()
  const { showNothingChosen } = await import('./DialoguePage')
  if (root) showNothingChosen(root)
}
