/** How regions are told apart: by colour, and by the kind of line for who does not see the colours. */

/** Red, green and blue in [0, 1]: after Okabe and Ito, made bright, as a dark rim sets them off from any picture. In an order in which those with one kind of line (LINES apart) differ most to all people. */
const COLOURS = [
  [0.38, 0.75, 1],
  [0.25, 0.87, 0.62],
  [0.78, 0.7, 1],
  [1, 0.58, 0.82],
  [1, 0.68, 0.12],
  [0.97, 0.92, 0.35],
  [1, 0.58, 0.42],
] as const

/** Of the rim around each line: 3 to 1 of contrast to its colours, and with them to whatever picture lies below. */
export const RIM = [0.02, 0.02, 0.03] as const
export const RIM_OPACITY = { quiet: 0.92, lit: 0.95 }

/** Solid, dashed, dotted and double lines, as in CSS. */
const LINES = 4

export interface Look {
  /** A number for the styles of pages (`data-colour`), and its red, green and blue. */
  readonly colour: number
  readonly rgb: readonly [number, number, number]
  readonly line: number
}

/** The look of the n-th thing: 28 differ. */
export function lookOf(n: number): Look {
  const colour = n % COLOURS.length
  return { colour, rgb: COLOURS[colour] ?? COLOURS[0], line: n % LINES }
}
