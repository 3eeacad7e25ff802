interface ChoicesProps<Value extends string> {
  /** Its `data-testid`, and what the radio buttons are called together. */
  readonly name: string
  readonly legend: string
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly chosen: Value
  readonly choose: (value: Value) => void
}

/** A question with one answer out of several. */
export function Choices<Value extends string>({ name, legend, options, chosen, choose }: ChoicesProps<Value>) {
  return (
    <fieldset class="choices" data-testid={name}>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} class="check-line">
          <input type="radio" name={name} value={value} checked={value === chosen} data-testid={`${name}-${value}`} onChange={() => choose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
