import './monitor.css'

import { ApiClient } from '../api/ApiClient'
import { takeToken } from '../api/token'
import { Scope } from '../lifecycle/Scope'
import { MonitorPage } from './MonitorPage'

const root = document.querySelector<HTMLElement>('#page')
if (root) void new MonitorPage(root, new ApiClient(takeToken()), new Scope()).refresh()
