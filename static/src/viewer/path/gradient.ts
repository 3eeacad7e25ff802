type Rgb = readonly [number, number, number]

const START: Rgb = [0.11, 0.39, 1]
const GOAL: Rgb = [1, 0.2, 0.16]

/** The path's colour (red, green, blue in [0, 1]) after a share of its length: blue at the start, red at the goal. */
export function pathColour(share: number): Rgb {
  const mix = (channel: 0 | 1 | 2) => START[channel] + (GOAL[channel] - START[channel]) * share
  return [mix(0), mix(1), mix(2)]
}
