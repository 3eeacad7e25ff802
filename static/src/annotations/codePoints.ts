/** A text whose characters are counted as the server counts them: by code points, of which an emoji has one and JavaScript two. */
export class CodePoints {
  /** Of each code point, where it begins for JavaScript; the end as well. */
  private readonly starts: readonly number[]

  constructor(readonly text: string) {
    let at = 0
    this.starts = [...Array.from(text, (each) => (at += each.length) - each.length), text.length]
  }

  get length(): number {
    return this.starts.length - 1
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.offset(start), this.offset(end))
  }

  /** Where a code point begins for JavaScript. */
  offset(codePoint: number): number {
    return this.starts[Math.min(this.length, Math.max(0, codePoint))] ?? this.text.length
  }

  /** The code point that a place of JavaScript lies in. */
  at(offset: number): number {
    const next = this.starts.findIndex((start) => start > offset)
    return next === -1 ? this.length : next - 1
  }
}
