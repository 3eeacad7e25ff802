import '../../kit/styles/staff.css'
import '../../replay/replay.css'

import { parseReplayAddress } from '../../annotations/replayAddress'
import { Scope } from '../../kit/lifecycle/Scope'
import { openStaffMessages } from '../../kit/messages/staffMessages'
import { enterStaff } from '../../session/enterStaff'

const address = parseReplayAddress(location.search)
if (address) {
  void enterStaff('Replay', async (root) => {
    const { ReplayPage } = await import('./ReplayPage')
    return (client) => new ReplayPage(root, client, address, new Scope()).load()
  })
} else {
  void sayThatNothingIsChosen()
}

async function sayThatNothingIsChosen(): Promise<void> {
  const root = document.querySelector<HTMLElement>('#page')
  await openStaffMessages()
  const { showNothingChosen } = await import('./ReplayPage')
  if (root) showNothingChosen(root)
}
