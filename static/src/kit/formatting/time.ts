/** Seconds as minutes and seconds: 75.3 is 1:15. */
export function clock(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
