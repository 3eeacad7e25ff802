import { Icon } from './Icon'

/** Leads back to the monitoring page. */
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
