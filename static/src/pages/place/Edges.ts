import type { ScanView } from '../../api/types'
import { Emitter } from '../../kit/lifecycle/Emitter'
import { prefer, preference } from '../../kit/preferences/preferences'

export type Mark = 'good' | 'bad'

/** Two viewpoints between which people can step, in the order of their ids. */
export type Edge = readonly [string, string]

/** What is saved, for whoever mends the graph. */
export interface MarkedEdges {
  readonly scan: string
  readonly good: readonly Edge[]
  readonly bad: readonly Edge[]
}

/** The edges of a scan, and what a person thinks of each; kept on this device. */
export class Edges extends Emitter<{ change: null }> {
  readonly all: readonly Edge[]
  private readonly marks: Map<string, Mark>

  constructor(private readonly scan: Pick<ScanView, 'scan_id' | 'viewpoints'>) {
    super()
    const named = new Map(scan.viewpoints.flatMap(({ viewpoint_id: from, neighbors }) => neighbors.map((to) => [nameOf(from, to), edgeOf(from, to)] as const)))
    this.all = [...named.values()]
    this.marks = new Map(kept(this.key).filter(([name]) => named.has(name)))
  }

  markOf(from: string, to: string): Mark | null {
    return this.marks.get(nameOf(from, to)) ?? null
  }

  /** The same mark again takes it away. */
  mark(from: string, to: string, mark: Mark): void {
    const name = nameOf(from, to)
    if (this.marks.get(name) === mark) this.marks.delete(name)
    else this.marks.set(name, mark)
    prefer(this.key, JSON.stringify([...this.marks]))
    this.emit('change', null)
  }

  count(mark: Mark): number {
    return this.withMark(mark).length
  }

  /** An edge that nobody has marked: one that begins here where there is one. Null when all are. */
  next(here: string): Edge | null {
    const left = this.all.filter(([from, to]) => this.markOf(from, to) === null)
    return left.find((edge) => edge.includes(here)) ?? left[0] ?? null
  }

  get file(): MarkedEdges {
    return { scan: this.scan.scan_id, good: this.withMark('good'), bad: this.withMark('bad') }
  }

  private withMark(mark: Mark): readonly Edge[] {
    return this.all.filter(([from, to]) => this.markOf(from, to) === mark)
  }

  private get key(): string {
    return `edges-${this.scan.scan_id}`
  }
}

const edgeOf = (from: string, to: string): Edge => (from < to ? [from, to] : [to, from])
const nameOf = (from: string, to: string): string => JSON.stringify(edgeOf(from, to))

function kept(key: string): [string, Mark][] {
  try {
    const found: unknown = JSON.parse(preference(key) ?? '[]')
    return Array.isArray(found) ? found.filter((each): each is [string, Mark] => Array.isArray(each) && (each[1] === 'good' || each[1] === 'bad')) : []
  } catch {
    return []
  }
}
