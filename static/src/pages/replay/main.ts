import '../../kit/styles/staff.css'

import '../../replay/replay.css'

import { Scope } from '../../kit/lifecycle/Scope'
import { enter } from '../../session/enter'
import { parseReplayAddress } from '../../annotations/replayAddress'
import { ReplayPage, showNothingChosen } from './ReplayPage'

const root = document.querySelector<HTMLElement>('#page')
const address = parseReplayAddress(location.search)
if (root && address) void enter(root, 'Replay', (client) => new ReplayPage(root, client, address, new Scope()).load())
if (root && !address) showNothingChosen(root)
