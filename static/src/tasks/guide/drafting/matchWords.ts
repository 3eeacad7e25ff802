/** Longest stretch, in words, that is compared word by word: typing changes few words at a time. */
const LONGEST = 400

/** A word as it is heard: without punctuation around it and capital letters. The server compares words in the same way. */
export const plain = (word: string): string =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')

/** For each word of a text the place of the word of the draft that it still is; null for words that a person wrote. */
export function matchWords(draft: readonly string[], text: readonly string[]): (number | null)[] {
  const same = (place: number, at: number) => draft[place] === text[at]
  const shorter = Math.min(draft.length, text.length)
  let before = 0
  while (before < shorter && same(before, before)) before++
  let after = 0
  while (after < shorter - before && same(draft.length - 1 - after, text.length - 1 - after)) after++
  const found = text.map((_, at): number | null => (at < before ? at : at >= text.length - after ? at + draft.length - text.length : null))
  const [from, until] = [draft.slice(before, draft.length - after), text.slice(before, text.length - after)]
  if (from.length <= LONGEST && until.length <= LONGEST) {
    for (const [place, at] of commonWords(from, until)) found[before + at] = before + place
  }
  return found
}

/** The places of a longest common sequence of words in both. */
function commonWords(one: readonly string[], other: readonly string[]): [number, number][] {
  const width = other.length + 1
  const lengths = new Uint16Array((one.length + 1) * width)
  const lengthFrom = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      lengths[i * width + j] = one[i] === other[j] ? lengthFrom(i + 1, j + 1) + 1 : Math.max(lengthFrom(i + 1, j), lengthFrom(i, j + 1))
    }
  }
  const found: [number, number][] = []
  for (let [i, j] = [0, 0]; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) found.push([i++, j++])
    else if (lengthFrom(i + 1, j) >= lengthFrom(i, j + 1)) i++
    else j++
  }
  return found
}
