/** The odd phrases once this one is marked, or is not any more; null where all would be: none would be left that they differ from. */
export function withOdd(odd: readonly string[], name: string, all: number): readonly string[] | null {
  const changed = odd.includes(name) ? odd.filter((each) => each !== name) : [...odd, name]
  return changed.length === all ? null : changed
}
