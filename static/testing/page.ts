import type { Environment } from 'vitest/runtime'

/** For tests that need a page: testing/fresh.ts opens a new window for each file of tests. */
export default { name: 'page', viteEnvironment: 'client', setup: () => ({ teardown: () => undefined }) } satisfies Environment
