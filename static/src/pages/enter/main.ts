import { EnterPage } from './EnterPage'

const page = document.querySelector<HTMLElement>('#page')
if (page) void new EnterPage(page).open()
