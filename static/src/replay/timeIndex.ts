/** Search in long ascending lists of times. */

/** Index of the last time that is <= `time`, or -1 before the first. O(log n), allocates nothing. */
export function lastIndexAt(times: readonly number[], time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? Infinity) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
