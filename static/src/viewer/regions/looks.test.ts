import { expect, it } from 'vitest'

import { lookOf, RIM, RIM_OPACITY } from './looks'

type Colour = readonly number[]

const SEVEN = Array.from({ length: 7 }, (_, n) => lookOf(n))
const GREYS: readonly Colour[] = Array.from({ length: 101 }, (_, n) => [n / 100, n / 100, n / 100])
const VIVID: readonly Colour[] = [[1, 1, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [0.9, 0.6, 0.4]]

const linear = (colour: Colour): number[] => colour.map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
const luminance = (colour: Colour): number => [0.2126, 0.7152, 0.0722].reduce((total, weight, at) => total + weight * (linear(colour)[at] ?? 0), 0)
const contrast = (a: Colour, b: Colour): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}
const over = (picture: Colour, opacity: number): Colour => picture.map((each, at) => (1 - opacity) * each + opacity * (RIM[at] ?? 0))

it.each(Object.entries(RIM_OPACITY))('is seen on every picture: %s lines have 3 to 1 of contrast', (_, opacity) => {
  for (const { rgb } of SEVEN) {
    for (const picture of [...GREYS, ...VIVID]) {
      const rim = over(picture, opacity)
      expect(contrast(rgb, rim), `colour on its rim over ${picture.join()}`).toBeGreaterThanOrEqual(3)
      expect(Math.max(contrast(rgb, picture), contrast(rim, picture)), `${rgb.join()} over ${picture.join()}`).toBeGreaterThanOrEqual(3)
    }
  }
})

/** What people without one kind of cone see, of linear colours: Machado, Oliveira and Fernandes 2009, severity 1. */
const SIGHTS: Record<string, readonly Colour[]> = {
  'all cones': [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
const TO_XYZ: readonly Colour[] = [[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0177, 0.1095, 0.8728]] // of the white point
const through = (rows: readonly Colour[], colour: Colour): number[] => rows.map((row) => row.reduce((total, each, at) => total + each * (colour[at] ?? 0), 0))

function lab(sight: readonly Colour[], rgb: Colour): Colour {
  const seen = through(sight, linear(rgb)).map((each) => Math.min(1, Math.max(0, each)))
  const [x = 0, y = 0, z = 0] = through(TO_XYZ, seen).map((each) => (each > 0.008856 ? Math.cbrt(each) : 7.787 * each + 16 / 116))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

it.each(Object.entries(SIGHTS))('tells seven things apart by colour or line to people with %s', (_, sight) => {
  for (const [n, one] of SEVEN.entries()) {
    for (const other of SEVEN.slice(n + 1)) {
      const [a, b] = [lab(sight, one.rgb), lab(sight, other.rgb)]
      const apart = Math.hypot(...a.map((each, at) => each - (b[at] ?? 0)))
      expect(apart > 40 || one.line !== other.line, `colours ${one.colour} and ${other.colour}: ${apart.toFixed(0)}`).toBe(true)
    }
  }
})
