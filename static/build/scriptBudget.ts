import { gzipSync } from 'node:zlib'

import type { Plugin, Rollup } from 'vite'

/** Modules of which a page loads one at a time: the kind of its task, the language of its person, and how newcomers are trained in the kind. */
const ALTERNATIVES = [/\/tasks\/([^/]+)\/task\.ts$/, /\/messages\/([a-z]{2})\.json$/, /\/show(Training|Lesson|Exercise)\.ts$/]

/** Fails the build when a page's scripts outgrow their budget: for the largest kind and language, with all that is imported later. */
export function scriptBudget(kilobytes: Record<string, number>): Plugin {
  return {
    name: 'script-budget',
    generateBundle(_options, bundle) {
      for (const [page, budget] of Object.entries(kilobytes)) {
        const { first, whole } = pageSizes(page, bundle)
        const line = `${page}: ${whole.toFixed(1)} kB of script (gzip), ${first.toFixed(1)} kB of it at once, budget ${budget} kB`
        if (whole > budget) this.error(line)
        process.stdout.write(`${line}\n`)
      }
    },
  }
}

type Chunk = Pick<Rollup.OutputChunk, 'type' | 'code' | 'fileName' | 'isEntry' | 'name' | 'facadeModuleId' | 'imports' | 'dynamicImports'>
type Bundle = Readonly<Record<string, Chunk | { type: 'asset' }>>

/** Kilobytes (gzip): what the page imports at once, and all that one person ever loads there. */
export function pageSizes(page: string, bundle: Bundle): { first: number; whole: number } {
  const entry = chunksOf(bundle).find(({ isEntry, name }) => isEntry && name === page)
  if (!entry) return { first: 0, whole: 0 }
  const everything = reachable(entry, bundle, () => true)
  const choices = ALTERNATIVES.map((pattern) => new Set([...everything].map((chunk) => choice(chunk, pattern))))
  const combinations = choices.reduce<string[][]>((before, names) => before.flatMap((chosen) => [...names].map((name) => [...chosen, name])), [[]])
  const sizes = combinations.map((chosen) =>
    size(reachable(entry, bundle, (chunk) => ALTERNATIVES.every((pattern, index) => ['', chosen[index]].includes(choice(chunk, pattern))))),
  )
  return { first: size(reachable(entry, bundle, () => false)), whole: Math.max(...sizes) }
}

/** Which of the alternatives a chunk is; '' for a chunk that is none of them. */
const choice = ({ facadeModuleId }: Chunk, pattern: RegExp): string => pattern.exec(facadeModuleId ?? '')?.[1] ?? ''

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')

/** A chunk with all that it imports; of what is imported later, only what `takes` accepts. */
function reachable(chunk: Chunk, bundle: Bundle, takes: (later: Chunk) => boolean, found = new Set<Chunk>()): Set<Chunk> {
  if (found.has(chunk)) return found
  found.add(chunk)
  const named = (names: readonly string[]) => chunksOf(bundle).filter(({ fileName }) => names.includes(fileName))
  for (const next of [...named(chunk.imports), ...named(chunk.dynamicImports).filter(takes)]) reachable(next, bundle, takes, found)
  return found
}

const size = (chunks: ReadonlySet<Chunk>): number => [...chunks].reduce((total, { code }) => total + gzipSync(code).length / 1000, 0)
