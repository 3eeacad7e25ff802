import { describe, expect, it } from 'vitest'

import { clock, clockTenths, count, dayAndTime, decimal, metres, percent, percentRange, timeInZone, UNKNOWN } from './format'

describe('figures', () => {
  it('writes an unknown as a dash and a real zero as zero', () => {
    for (const write of [percent, decimal, metres, count, clock, clockTenths]) {
      expect(write(null)).toBe(UNKNOWN)
      expect(write(undefined)).toBe(UNKNOWN)
      expect(write(Number.NaN)).toBe(UNKNOWN)
      expect(write(0)).not.toBe(UNKNOWN)
    }
    expect(percentRange(null)).toBe(UNKNOWN)
  })

  it('rounds as the field prints them', () => {
    expect([0.784, 0.785].map(percent)).toEqual(['78 %', '79 %'])
    expect(percentRange([0.612, 0.891])).toBe('61–89 %')
    expect(decimal(0.6789)).toBe('0.68')
    expect(metres(4.16)).toBe('4.2 m')
    expect(count(12345)).toBe('12,345')
  })

  it('never shows a playing time that has not come yet', () => {
    expect(clock(59.99)).toBe('0:59')
    expect(clock(60)).toBe('1:00')
    expect(clockTenths(83.46)).toBe('1:23.4')
    expect(clockTenths(59.99)).toBe('0:59.9')
    expect(clockTenths(0.3)).toBe('0:00.3')
  })

  it('writes a moment as readers in its zone do', () => {
    expect(['2026-11-20T13:40:00', '2026-11-02T00:05:00'].map(dayAndTime)).toEqual(['20 Nov, 13:40', '2 Nov, 00:05'])
  })

  it('writes an agreed time with the zone of its reader', () => {
    expect(timeInZone('2026-12-02T09:00:00')).toMatch(/^Wed,? 2 Dec, 09:00 \S/)
    expect(timeInZone('2026-12-02T09:00:00', '2026-12-02T11:30:00')).toMatch(/^Wed,? 2 Dec, 09:00\s?–\s?11:30 \S/)
  })
})
