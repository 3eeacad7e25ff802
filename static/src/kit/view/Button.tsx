import type { Ref } from 'preact'

import type { Icon as IconName } from '../dom/icons'
import { Icon } from './Icon'

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
