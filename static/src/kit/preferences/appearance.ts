import { prefer, preference } from './preferences'

export const APPEARANCES = ['device', 'light', 'dark'] as const

export type Appearance = (typeof APPEARANCES)[number]

const APPEARANCE_PREFERENCE = 'appearance'

/**
 * How the pages look on this device. Until somebody chooses, annotators' pages are dark from the first to the last, as around a
 * panorama the picture is what one sees; those of the data team look as the device does.
 */
export function appearance(): Appearance {
  const chosen = preference(APPEARANCE_PREFERENCE)
  return APPEARANCES.find((each) => each === chosen) ?? (isStaffPage() ? 'device' : 'dark')
}

/** Remembers the choice and shows it at once. */
export function chooseAppearance(wanted: Appearance): void {
  prefer(APPEARANCE_PREFERENCE, wanted)
  dress()
}

/** Gives the page its colours: `kit/styles/tokens.css` has one set of names for both. */
export function dress(): void {
  const wanted = appearance()
  const isDark = wanted === 'dark' || (wanted === 'device' && matchMedia(DARK).matches)
  const { classList } = document.documentElement
  classList.toggle('dark', isDark)
  classList.toggle('light', !isDark)
}

export const DARK = '(prefers-color-scheme: dark)'

const isStaffPage = (): boolean => document.querySelector('meta[name="audience"][content="staff"]') !== null
