import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

// Each layer may import the layers before it.
const layers = [
  ['lifecycle', 'preferences'],
  ['messages'],
  ['api', 'graph', 'dom'],
  ['view'],
  ['viewer', 'audio', 'player', 'storage', 'typing'],
  ['trace', 'equipment', 'map'],
  ['tasks', 'monitor', 'replay'],
  ['pages'],
]

const importDirection = layers.flatMap((layer, depth) => {
  const later = layers.slice(depth + 1).flat()
  if (later.length === 0) return []
  const message = `Imports point down: ${layers.map((names) => names.join(', ')).join(' <- ')}.`
  return {
    files: layer.map((name) => `src/${name}/**/*.{ts,tsx}`),
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: `^(\\.\\./)+(${later.join('|')})/`, message }] }],
    },
  }
})

const owned = 'is owned by a Scope, so that it ends with its owner: use Scope in lifecycle/.'
const rawCalls = ['addEventListener', 'setTimeout', 'setInterval', 'requestAnimationFrame'].flatMap((name) => [
  { selector: `CallExpression[callee.name='${name}']`, message: `${name} ${owned}` },
  { selector: `CallExpression[callee.property.name='${name}']`, message: `${name} ${owned}` },
])

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
  { files: ['src/**/*.{ts,tsx}'], ignores: ['src/lifecycle/**'], rules: { 'no-restricted-syntax': ['error', ...rawCalls] } },
  { files: ['src/**/*.test.{ts,tsx}'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  importDirection,
)
