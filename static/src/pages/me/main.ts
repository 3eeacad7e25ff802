import './me.css'

import { enter } from '../../session/enter'
import { openMessages, t } from '../../kit/messages/messages'
import { showOwnWork } from './showOwnWork'

const page = document.querySelector<HTMLElement>('#page')
if (page) {
  await openMessages()
  await enter(page, t('work.title'), (client) => showOwnWork(page, client))
}
