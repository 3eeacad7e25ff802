import { readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'

import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

import { layers } from './build/layers.js'

const owned = 'is owned by a Scope, so that it ends with its owner: use Scope in kit/lifecycle/.'
const rawCalls = ['addEventListener', 'setTimeout', 'setInterval', 'requestAnimationFrame'].flatMap((name) => [
  { selector: `CallExpression[callee.name='${name}']`, message: `${name} ${owned}` },
  { selector: `CallExpression[callee.property.name='${name}']`, message: `${name} ${owned}` },
])

const noEnum = { selector: 'TSEnumDeclaration', message: 'Name a union of literals: the rule that holds values to enums is off.' }

// What a view shows follows from its state: Preact finds out what has changed.
const byHand = ['replaceChildren', 'isEqualNode', 'insertAdjacentElement'].map((name) => ({
  selector: `CallExpression[callee.property.name='${name}']`,
  message: `${name} changes a page by hand: draw a view of its state instead (drawInto in kit/view/).`,
}))
/** The folders of `src` that hold views (TSX), apart from `kit/`, which puts views into pages. */
const folders = readdirSync(resolve(import.meta.dirname, 'src'), { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.tsx'))
  .map(({ parentPath }) => relative(import.meta.dirname, parentPath))
const withViews = [...new Set(folders)].filter((folder) => !folder.startsWith('src/kit/')).map((folder) => `${folder}/**/*.{ts,tsx}`)

export default defineConfig(
  globalIgnores(['dist', 'src/api/schema.d.ts', 'src/api/editing.d.ts']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js'] } } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/no-unsafe-enum-assignment': 'off', // a tenth of the linter's time, and there are no enums
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines': ['error', { max: 400 }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', noEnum],
    },
  },
  { files: ['src/**/*.{ts,tsx}'], ignores: ['src/kit/lifecycle/**'], rules: { 'no-restricted-syntax': ['error', noEnum, ...rawCalls] } },
  { files: withViews, ignores: ['**/*.test.tsx'], rules: { 'no-restricted-syntax': ['error', noEnum, ...rawCalls, ...byHand] } },
  { files: ['src/**/*.test.{ts,tsx}'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  { files: ['src/**/*.{ts,tsx}'], plugins: { layers }, rules: { 'layers/imports-point-down': 'error' } },
  { files: ['**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
)
