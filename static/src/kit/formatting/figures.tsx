/** Figures on the page: numbers, unknowns that say why, and rates with their interval. */

import type { ComponentChildren } from 'preact'

import { dayAndTime, percentRange, UNKNOWN } from './format'
import { say } from '../messages/staffMessages'

const BAR = { width: 96, height: 12 }

/** The dash of an unknown figure; its tooltip and screen reader text give the reason. */
export function Unknown({ why }: { readonly why: string }) {
  return (
    <span class="unknown" title={why}>
      <span aria-hidden="true">{UNKNOWN}</span>
      <span class="visually-hidden">{say('unknown')}: {why}</span>
    </span>
  )
}

interface NumberLinkProps {
  readonly text: string
  readonly href: string
  readonly title?: string
}

/** A number that leads to the annotations behind it. */
export function NumberLink({ text, href, title }: NumberLinkProps) {
  return (
    <a class="number-link" dir="auto" href={href} title={title}>
      {text}
    </a>
  )
}

/** A known value formatted by `show`, or the dash. */
export function figure<Value>(value: Value | null, show: (value: Value) => ComponentChildren, why: string): ComponentChildren {
  return value === null ? <Unknown why={why} /> : show(value)
}

interface IntervalBarProps {
  readonly rate: number
  readonly range: readonly [low: number, high: number]
}

/** The interval as a band and the rate as a tick, on a track from 0 to 1. */
export function IntervalBar({ rate, range: [low, high] }: IntervalBarProps) {
  const at = (share: number) => (share * BAR.width).toFixed(1)
  const middle = BAR.height / 2
  return (
    <svg class="interval" role="img" aria-label={say('between {{range}}', { range: percentRange([low, high]) })} viewBox={`0 0 ${BAR.width} ${BAR.height}`} {...BAR}>
      <line class="interval-track" x1={0} x2={BAR.width} y1={middle} y2={middle} />
      <line class="interval-band" x1={at(low)} x2={at(high)} y1={middle} y2={middle} />
      <line class="interval-rate" x1={at(rate)} x2={at(rate)} y1={1} y2={BAR.height - 1} />
    </svg>
  )
}

/** A moment (ISO), as readers in its zone write it. */
export function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{dayAndTime(at)}</time>
}
