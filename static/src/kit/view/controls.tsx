import type { Ref } from 'preact'

import { type Icon as IconName, outline } from '../dom/icons'
import { say } from '../messages/staffMessages'

export function Icon({ name }: { name: IconName }) {
  const { path, className } = outline(name)
  return (
    <svg viewBox="0 0 24 24" class={className} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

interface ButtonProps {
  /** Its `data-testid`. */
  readonly name: string
  readonly label: string
  readonly icon?: IconName
  readonly look?: 'primary' | 'danger' | 'link' | 'plain'
  readonly disabled?: boolean
  readonly hidden?: boolean
  /** The state of a button that turns something on and off. */
  readonly pressed?: boolean
  readonly place?: Ref<HTMLButtonElement>
  readonly press: () => void
}

export function Button({ name, label, icon, look = 'plain', disabled = false, hidden = false, pressed, place, press }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button button-${look}`}
      data-testid={name}
      disabled={disabled}
      hidden={hidden}
      aria-pressed={pressed}
      onClick={press}
      {...(place && { ref: place })}
    >
      {icon && <Icon name={icon} />}
      <span>{label}</span>
    </button>
  )
}

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

/** A link back to the Monitor page. */
export function BackLink() {
  return (
    <nav aria-label={say('Back')}>
      <a class="back" href="/monitor" data-testid="back">
        <Icon name="back" />
        {say('Monitor')}
      </a>
    </nav>
  )
}
