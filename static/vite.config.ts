import { defineConfig } from 'vitest/config'

import { scriptBudget } from './build/scriptBudget.ts'

const pages = ['guide', 'follower', 'monitor', 'replay']

export default defineConfig({
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: Object.fromEntries(pages.map((page) => [page, `${page}.html`])) },
  },
  plugins: [scriptBudget({ guide: 250, follower: 250 })],
  test: { include: ['src/**/*.test.ts'] },
})
