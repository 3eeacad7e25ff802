/** The last row at or before `time`, and the share of the way to the next row that has passed. Times never fall. */
export function rowAt(times: readonly number[], time: number): { row: number; share: number } {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? Infinity) <= time) low = middle + 1
    else high = middle
  }
  const row = Math.max(0, low - 1)
  const [start = time, end = start] = [times[row], times[row + 1]]
  return { row, share: end > start ? Math.max(0, (time - start) / (end - start)) : 0 }
}
