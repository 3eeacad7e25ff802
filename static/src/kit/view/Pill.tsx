interface PillProps {
  /** The state that sets its colour. */
  readonly state: string
  readonly label?: string
  readonly title?: string
}

/** A state in a word or two. */
export function Pill({ state, label = state, title }: PillProps) {
  return (
    <span class={`pill pill-${state.replace(' ', '-')}`} title={title}>
      {label}
    </span>
  )
}
