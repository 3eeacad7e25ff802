/** What the benchmark asks of every viewer's page. Headings are radians, growing to the right. */
export interface Bench {
  turnTo(heading: number): void
  /** Gets the second panorama ready, by the best means that the viewer offers. */
  prefetch(): Promise<void>
  /** Shows the second panorama, without a transition. Resolves when the viewer says that it is there. */
  step(): Promise<void>
  /** Ours alone: to a viewpoint in the viewer's own transition, and without one. */
  walk?(viewpointId: string): Promise<void>
  jump?(viewpointId: string): Promise<void>
  /** Ours alone: lays so many regions over every view of the first panorama, or none; resolves when they are drawn. */
  showRegions?(inView: number): Promise<void>
}

declare global {
  interface Window {
    bench?: Bench
    /** Ends when another begins. */
    startTurn?: (radiansPerSecond: number, from?: number) => void
  }
}

/** Where all viewers look at first: between two faces of the cube. */
export const HEADING = 0.4
export const VERTICAL_FIELD_OF_VIEW = (75 * Math.PI) / 180
export const HORIZONTAL_FIELD_OF_VIEW =
  2 * Math.atan(Math.tan(VERTICAL_FIELD_OF_VIEW / 2) * (innerWidth / innerHeight))

export const degrees = (radians: number): number => (radians * 180) / Math.PI

/** Makes the page ready to be measured. */
export function offer(bench: Bench): void {
  window.bench = bench
  let next = 0
  window.startTurn = (speed, from = HEADING) => {
    cancelAnimationFrame(next)
    const begin = performance.now()
    const turn = () => {
      bench.turnTo(from + ((performance.now() - begin) / 1000) * speed)
      next = requestAnimationFrame(turn)
    }
    turn()
  }
}

/** Fills the browser's cache. */
export async function fetchAll(urls: readonly string[]): Promise<void> {
  await Promise.all(urls.map(async (url) => (await fetch(url)).arrayBuffer()))
}
