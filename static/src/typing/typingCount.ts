import type { Scope } from '../kit/lifecycle/Scope'

/** How a text was written: the number of characters typed, and those pasted or dropped from elsewhere in `pastes` actions. */
export interface TypingCount {
  typed: number
  pasted: number
  pastes: number
}

export const nothingTyped = (): TypingCount => ({ typed: 0, pasted: 0, pastes: 0 })

/** Counts into `count`, while `scope` lasts, what is typed into an area, and what comes from elsewhere. */
export function countTyping(scope: Scope, area: HTMLTextAreaElement, count: TypingCount): void {
  const own = new Set<string>()
  const keep = () => void own.add(area.value.slice(area.selectionStart, area.selectionEnd))
  for (const leaving of ['cut', 'copy', 'dragstart'] as const) scope.listen(area, leaving, keep)
  scope.listen(area, 'paste', ({ clipboardData }) => bring(clipboardData))
  scope.listen(area, 'drop', ({ dataTransfer }) => bring(dataTransfer))
  scope.listen(area, 'input', (event) => (count.typed += typedCharacters(event)))
  scope.listen(area, 'compositionend', ({ data }) => (count.typed += data.length))

  /** Text that people move within their own text counts as their own. */
  function bring(data: DataTransfer | null): void {
    const text = data?.getData('text/plain') ?? ''
    if (text === '' || own.has(text)) return
    count.pasted += text.length
    count.pastes += 1
  }
}

/** Letters of a composition count when it ends; pasted or dropped text does not count as typing. */
function typedCharacters({ inputType, data }: InputEvent): number {
  if (inputType === 'insertLineBreak') return 1
  return inputType === 'insertText' || inputType === 'insertReplacementText' ? (data?.length ?? 0) : 0
}
