import '../monitor/monitor.css'

import './replay.css'

import { ApiClient } from '../api/ApiClient'
import { takeToken } from '../api/token'
import { Scope } from '../lifecycle/Scope'
import { parseReplayAddress } from './moment'
import { nothingChosen, ReplayPage } from './ReplayPage'

const root = document.querySelector<HTMLElement>('#page')
const client = new ApiClient(takeToken())
const address = parseReplayAddress(location.search)
if (root && address) void new ReplayPage(root, client, address, new Scope()).load()
if (root && !address) root.replaceChildren(nothingChosen())
