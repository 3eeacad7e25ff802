import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

import { layers } from './build/layers.js'

const owned = 'is owned by a Scope, so that it ends with its owner: use Scope in kit/lifecycle/.'
const rawCalls = ['addEventListener', 'setTimeout', 'setInterval', 'requestAnimationFrame'].flatMap((name) => [
  { selector: `CallExpression[callee.name='${name}']`, message: `${name} ${owned}` },
  { selector: `CallExpression[callee.property.name='${name}']`, message: `${name} ${owned}` },
])

// What the staff's pages show is a view of their state: Preact finds out what has changed.
const byHand = ['replaceChildren', 'isEqualNode', 'insertAdjacentElement'].map((name) => ({
  selector: `CallExpression[callee.property.name='${name}']`,
  message: `${name} changes a page by hand: draw a view of its state instead (drawInto in kit/view/).`,
}))
const staffPages = ['audit', 'me', 'monitor', 'replay', 'review'].map((page) => `src/pages/${page}/**/*.{ts,tsx}`)

export default defineConfig(
  globalIgnores(['dist', 'src/api/schema.d.ts']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js'] } } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines': ['error', { max: 400 }],
      'no-console': 'error',
    },
  },
  { files: ['src/**/*.{ts,tsx}'], ignores: ['src/kit/lifecycle/**'], rules: { 'no-restricted-syntax': ['error', ...rawCalls] } },
  { files: [...staffPages, 'src/replay/**/*.{ts,tsx}'], ignores: ['**/*.test.tsx'], rules: { 'no-restricted-syntax': ['error', ...rawCalls, ...byHand] } },
  { files: ['src/**/*.test.{ts,tsx}'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  { files: ['src/**/*.{ts,tsx}'], plugins: { layers }, rules: { 'layers/imports-point-down': 'error' } },
  { files: ['**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
)
