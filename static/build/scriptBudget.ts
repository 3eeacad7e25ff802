import { gzipSync } from 'node:zlib'

import type { Plugin, Rollup } from 'vite'

/** Fails the build when a page's scripts, static and dynamic imports included, outgrow their budget. */
export function scriptBudget(kilobytes: Record<string, number>): Plugin {
  return {
    name: 'script-budget',
    generateBundle(_options, bundle) {
      for (const [page, budget] of Object.entries(kilobytes)) {
        const size = pageSize(page, bundle)
        const line = `${page}: ${size.toFixed(1)} kB of script (gzip), budget ${budget} kB`
        if (size > budget) this.error(line)
        process.stdout.write(`${line}\n`)
      }
    },
  }
}

function pageSize(page: string, bundle: Rollup.OutputBundle): number {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === page)
  if (!entry) return 0
  return [...reachable(entry.fileName, bundle)].reduce((total, chunk) => total + gzipSync(chunk).length / 1000, 0)
}

function reachable(fileName: string, bundle: Rollup.OutputBundle, found = new Map<string, string>()) {
  const file = bundle[fileName]
  if (file?.type === 'chunk' && !found.has(fileName)) {
    found.set(fileName, file.code)
    for (const next of [...file.imports, ...file.dynamicImports]) reachable(next, bundle, found)
  }
  return found.values()
}
