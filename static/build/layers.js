import { dirname, relative, resolve, sep } from 'node:path'

export const SOURCE = resolve(import.meta.dirname, '../src')

/** Each kind of task has a room of its own. */
const KINDS = 'tasks/*'

/** The rooms of `src`, lowest first. A room imports rooms of lower layers only, so that rooms of one layer know nothing of each other. */
export const LAYERS = [
  ['kit/lifecycle', 'kit/preferences', 'kit/styles'],
  ['kit/dom', 'kit/messages', 'kit/identity'],
  ['kit/view'],
  ['kit/keys'],
  ['kit/formatting', 'kit/notices'],
  ['kit/frame'],
  ['api'],
  ['people'],
  ['annotations', 'audio', 'graph', 'player', 'session', 'storage', 'typing'],
  ['regions'],
  ['equipment', 'flags', 'forms', 'live', 'viewer', 'visit'],
  ['actions', 'drawing', 'flight', 'map', 'trace'],
  ['corrections', 'dialogue', 'recording', 'replay', 'training'],
  ['tasks/phases'],
  ['tasks/parts'],
  ['tasks/help'],
  ['tasks/landmarks', 'tasks/running', 'tasks/voiceWalk', 'tasks/walk', 'tasks/writing'],
  ['tasks/boxes', 'tasks/dialogue', 'tasks/exercise'],
  ['tasks/paged'],
  [KINDS],
  ['pages/account', 'pages/audit', 'pages/campaigns', 'pages/dialogue', 'pages/edit', 'pages/enter', 'pages/follower', 'pages/guide', 'pages/landmarks', 'pages/live', 'pages/me', 'pages/missing', 'pages/monitor', 'pages/people', 'pages/place', 'pages/questions', 'pages/replay', 'pages/review', 'pages/task', 'pages/timing'],
]

/** What lies in `src` or in `src/pages` itself puts everything together: the names for third parties, the style sheet of all pages. */
const TOP = ['.', 'pages']

/**
 * The room that a file belongs to, with its layer; null where it is in none.
 *
 * @param {string} path absolute
 * @returns {{ room: string, layer: number } | null}
 */
export function roomOf(path) {
  const folder = relative(SOURCE, dirname(path)).split(sep).join('/') || '.'
  if (TOP.includes(folder)) return { room: folder, layer: LAYERS.length }
  const named = LAYERS.flatMap((rooms, layer) => rooms.map((room) => ({ room, layer }))).find(({ room }) => folder === room || folder.startsWith(`${room}/`))
  if (named) return named
  const [kind] = /^tasks\/[a-z_]+(?=\/|$)/.exec(folder) ?? []
  return kind === undefined ? null : { room: kind, layer: LAYERS.findIndex((rooms) => rooms.includes(KINDS)) }
}
