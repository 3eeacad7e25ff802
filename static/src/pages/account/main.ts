import './account.css'

import { AccountPage } from './AccountPage'

const page = document.querySelector<HTMLElement>('#page')
if (page) void new AccountPage(page).open()
