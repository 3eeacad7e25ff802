import { Icon } from './Icon'

/** A link back to the Monitor page. */
export function BackLink() {
  return (
    <nav aria-label="Back">
      <a class="back" href="/monitor" data-testid="back">
        <Icon name="back" />
        Monitor
      </a>
    </nav>
  )
}
