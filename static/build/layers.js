import { dirname, relative, resolve, sep } from 'node:path'

const SOURCE = resolve(import.meta.dirname, '../src')

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
  ['corrections', 'recording', 'replay', 'training'],
  ['tasks/phases'],
  ['tasks/parts'],
  ['tasks/help'],
  ['tasks/landmarks', 'tasks/running', 'tasks/voiceWalk', 'tasks/walk', 'tasks/writing'],
  ['tasks/boxes', 'tasks/exercise'],
  ['tasks/paged'],
  [KINDS],
  ['pages/account', 'pages/audit', 'pages/campaigns', 'pages/edit', 'pages/enter', 'pages/follower', 'pages/guide', 'pages/landmarks', 'pages/live', 'pages/me', 'pages/missing', 'pages/monitor', 'pages/people', 'pages/place', 'pages/questions', 'pages/replay', 'pages/review', 'pages/task', 'pages/timing'],
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
  const [kind] = folder.match(/^tasks\/[a-z_]+(?=\/|$)/) ?? []
  return kind === undefined ? null : { room: kind, layer: LAYERS.findIndex((rooms) => rooms.includes(KINDS)) }
}

/** @type {import('eslint').Rule.RuleModule} */
const importsPointDown = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      homeless: '{{file}} is in no layer: name its folder in LAYERS of build/layers.js.',
      upward: '{{from}} may not import {{to}}: a room imports only rooms of lower layers (LAYERS in build/layers.js).',
    },
  },
  create(context) {
    const own = roomOf(context.filename)
    /** @param {import('eslint').Rule.Node} node @param {unknown} target */
    const check = (node, target) => {
      if (own === null || typeof target !== 'string' || !target.startsWith('.')) return
      const path = resolve(dirname(context.filename), target)
      if (!path.startsWith(SOURCE + sep)) return
      const other = roomOf(path)
      if (other === null) context.report({ node, messageId: 'homeless', data: { file: target } })
      else if (other.room !== own.room && other.layer >= own.layer) context.report({ node, messageId: 'upward', data: { from: own.room, to: other.room } })
    }
    return {
      Program: (node) => {
        if (own === null) context.report({ node, messageId: 'homeless', data: { file: relative(SOURCE, context.filename) } })
      },
      'ImportDeclaration, ExportAllDeclaration, ExportNamedDeclaration[source], ImportExpression': (node) => check(node, node.source.value),
      TSImportType: (node) => check(node, node.source?.value ?? node.argument?.literal?.value),
      'NewExpression[callee.name="URL"][arguments.1.type="MemberExpression"]': (node) => check(node, node.arguments[0].value),
    }
  },
}

/** @type {import('eslint').ESLint.Plugin} */
export const layers = { rules: { 'imports-point-down': importsPointDown } }
