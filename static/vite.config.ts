import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

import { defineConfig } from 'vitest/config'

import { fewerScripts } from './build/fewerScripts.ts'
import { pageFrame } from './build/pageFrame.ts'
import { scriptBudget } from './build/scriptBudget.ts'

/** three.js module by module: half of what a page takes of the bundled one would be of no use to it. */
const three = { find: /^three$/, replacement: 'three/src/Three.js' }
/** `make test-steady` takes the test files in other orders. */
const order = process.env.VITEST_ORDER
/** A page is a file beside this one. */
const pages = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.html'))

export default defineConfig({
  logLevel: 'warn',
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false }, // of a busy machine it says that it is busy
      input: { ...Object.fromEntries(pages.map((page) => [page.replace('.html', ''), page])), pangea: 'src/pangea.ts' },
      // What tasks of third parties import keeps its names, and its address.
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: ({ name }) => (name === 'pangea' ? 'pangea.js' : 'assets/[name]-[hash].js') },
    },
  },
  resolve: { alias: [three] },
  plugins: [pageFrame(), fewerScripts(), scriptBudget({ guide: 240, follower: 240, task: 240 })],
  test: {
    include: ['{src,build,faults}/**/*.test.{ts,tsx}'],
    isolate: false, // that is the work of testing/fresh.ts
    setupFiles: 'testing/fresh.ts',
    alias: { 'vitest-environment-page': resolve(import.meta.dirname, 'testing/page.ts') },
    // These keep state, which is new with the modules of each file; other packages stay.
    server: { deps: { inline: ['fake-indexeddb', 'i18next', 'idb', 'preact'] } },
    // A busy machine is no fault of the code: the limit is for what hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { shuffle: { files: order !== undefined, tests: false }, seed: Number(order ?? 0) },
  },
})
