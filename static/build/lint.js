/** Our own rules of the linter: what points where, who owns what goes on by itself, and how views change. */

import { readdirSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

import { roomOf, SOURCE } from './layers.js'

/** @typedef {{ filename: string, report: (found: { node: Node, message: string }) => void }} Context */
/** @typedef {{ source?: { value: unknown } | null, argument?: { literal?: { value: unknown } }, callee: { name?: string, property?: { name?: string } }, arguments: { type: string, value?: unknown }[] }} Node */

/** Called by name or on an object. */
const GOES_ON = ['addEventListener', 'setTimeout', 'setInterval', 'requestAnimationFrame']
const BY_HAND = ['replaceChildren', 'isEqualNode', 'insertAdjacentElement']

/** What is wrong with an import of `target` in the file `from`; null where nothing is. */
export function importFault(/** @type {string} */ from, /** @type {string} */ target) {
  const path = resolve(dirname(from), target)
  if (!target.startsWith('.') || !path.startsWith(SOURCE + sep)) return null
  const [own, other] = [roomOf(from), roomOf(path)]
  if (other === null) return homeless(target)
  if (own === null || other.room === own.room || other.layer < own.layer) return null
  return `${own.room} may not import ${other.room}: a room imports only rooms of lower layers (LAYERS in build/layers.js).`
}

export const homeless = (/** @type {string} */ file) => `${file} is in no layer: name its folder in LAYERS of build/layers.js.`

/**
 * Whether a folder, or one that it lies in, draws views: it has TSX. The folders of `kit/` put views into pages.
 *
 * @type {(folder: string) => boolean}
 */
const hasViews = (folder) => {
  const room = relative(SOURCE, folder)
  if (room === '' || ['..', 'kit'].includes(room.split(sep)[0] ?? '')) return false
  return readdirSync(folder).some((name) => name.endsWith('.tsx')) || hasViews(dirname(folder))
}

const importsPointDown = {
  create(/** @type {Context} */ context) {
    const { filename } = context
    const check = (/** @type {Node} */ node, /** @type {unknown} */ target) => {
      const message = typeof target === 'string' ? importFault(filename, target) : null
      if (message !== null) context.report({ node, message })
    }
    const checkSource = (/** @type {Node} */ node) => check(node, node.source?.value)
    return {
      Program: (/** @type {Node} */ node) => {
        if (roomOf(filename) === null) context.report({ node, message: homeless(relative(SOURCE, filename)) })
      },
      ImportDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ImportExpression: checkSource,
      TSImportType: (/** @type {Node} */ node) => check(node, node.source?.value ?? node.argument?.literal?.value),
      NewExpression: (/** @type {Node} */ node) => {
        if (node.callee.name === 'URL' && node.arguments[1]?.type === 'MemberExpression') check(node, node.arguments[0]?.value)
      },
    }
  },
}

const scopesOwnCalls = {
  create: (/** @type {Context} */ context) => ({
    CallExpression: (/** @type {Node} */ node) => {
      const name = node.callee.name ?? node.callee.property?.name
      if (name !== undefined && GOES_ON.includes(name)) context.report({ node, message: `${name} is owned by a Scope, so that it ends with its owner: use Scope in kit/lifecycle/.` })
    },
  }),
}

const viewsFollowState = {
  create(/** @type {Context} */ context) {
    if (context.filename.endsWith('.test.tsx') || !hasViews(dirname(context.filename))) return {}
    return {
      CallExpression: (/** @type {Node} */ node) => {
        const name = node.callee.property?.name
        if (name !== undefined && BY_HAND.includes(name)) context.report({ node, message: `${name} changes a page by hand: draw a view of its state instead (drawInto in kit/view/).` })
      },
    }
  },
}

const noEnums = {
  create: (/** @type {Context} */ context) => ({
    TSEnumDeclaration: (/** @type {Node} */ node) => context.report({ node, message: 'Name a union of literals: the rule that holds values to enums is off.' }),
  }),
}

export default {
  meta: { name: 'pangea' },
  rules: { 'no-enums': noEnums, 'imports-point-down': importsPointDown, 'scopes-own-calls': scopesOwnCalls, 'views-follow-state': viewsFollowState },
}
