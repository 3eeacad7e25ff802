/** Numbers and times as people read them. An unknown value is an en dash, never 0; tables give the reason beside it. */

import { listed, pageLocale } from '../messages/messages'

export const UNKNOWN = '–'

type Figure = number | null | undefined

function known(value: Figure): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** 0.784 -> "78 %". */
export function percent(value: Figure): string {
  return known(value) ? `${Math.round(value * 100)} %` : UNKNOWN
}

/** [0.612, 0.891] -> "61–89 %". */
export function percentRange(range: readonly number[] | null): string {
  if (!range) return UNKNOWN
  const [low, high] = range.map((bound) => Math.round(bound * 100))
  return `${low}–${high} %`
}

/** 4.126 -> "4.13"; metres, ratios, scores. */
export function decimal(value: Figure, digits = 2): string {
  return known(value) ? value.toFixed(digits) : UNKNOWN
}

/** 4.126 -> "4.1 m". */
export function metres(value: Figure): string {
  return known(value) ? `${value.toFixed(1)} m` : UNKNOWN
}

/** 12345 -> "12,345". */
export function count(value: Figure): string {
  return known(value) ? value.toLocaleString(pageLocale()) : UNKNOWN
}

/** 83.4 s -> "1:23". */
export function clock(seconds: Figure): string {
  if (!known(seconds)) return UNKNOWN
  const whole = Math.floor(Math.max(0, seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** 83.46 s -> "1:23.4": for playing times. Tenths are truncated, not rounded, so that the shown time never runs ahead. */
export function clockTenths(seconds: Figure): string {
  if (!known(seconds)) return UNKNOWN
  const tenths = Math.max(0, Math.floor(seconds * 10 + 1e-6))
  return `${clock(tenths / 10)}.${tenths % 10}`
}

const IN_ZONE = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const

/** An ISO time -> "Wed 2 Dec, 10:00 CET", in the reader's zone; until another one -> "Wed 2 Dec, 10:00–12:00 CET". */
export function timeInZone(begins: string, ends = begins): string {
  return new Intl.DateTimeFormat(pageLocale(), IN_ZONE).formatRange(new Date(begins), new Date(ends))
}

/** An ISO time -> "20 Nov, 13:40" in the reader's zone. */
export function dayAndTime(iso: string): string {
  const date = new Date(iso)
  const day = date.toLocaleDateString(pageLocale(), { day: 'numeric', month: 'short' })
  return listed([day, date.toLocaleTimeString(pageLocale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })])
}
