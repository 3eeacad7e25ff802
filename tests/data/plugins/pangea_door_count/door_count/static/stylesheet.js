import { html } from '/pangea.js'

export const stylesheet = () => html('link', { rel: 'stylesheet', href: '/plugins/door_count/door_count.css' })
