import type { ComponentChildren } from 'preact'

import type { Notice } from './notice'

interface NoticeCardProps {
  readonly notice: Notice
  /** Links or buttons for what the person can do here. */
  readonly children?: ComponentChildren
}

export function NoticeCard({ notice: { name, title, detail, remedy, steps, bad = false }, children }: NoticeCardProps) {
  return (
    <section class={bad ? 'message message-bad' : 'message'} data-testid={name}>
      <h2>{title}</h2>
      <p>{detail}</p>
      {remedy && <p class="message-remedy">{remedy}</p>}
      {steps && (
        <ol class="steps">
          {steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.detail}</p>
              <code>{step.command}</code>
            </li>
          ))}
        </ol>
      )}
      {children && <p class="message-actions">{children}</p>}
    </section>
  )
}

/** The text shown while something loads. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="loading" data-testid="loading">
      Loading {what} …
    </p>
  )
}
