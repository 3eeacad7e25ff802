import type { ComponentChildren } from 'preact'

import type { Notice } from './notice'
import { say } from '../messages/staffMessages'
import { Button } from '../view/controls'

interface NoticeCardProps {
  readonly notice: Notice
  /** Links or buttons for what the person can do here. */
  readonly children?: ComponentChildren
}

export function NoticeCard({ notice: { name, title, detail, remedy, bad = false }, children }: NoticeCardProps) {
  return (
    <section class={bad ? 'message message-bad' : 'message'} data-testid={name}>
      <h2>{title}</h2>
      <p dir="auto">{detail}</p>
      {remedy && (
        <p class="message-remedy" dir="auto">
          {remedy}
        </p>
      )}
      {children && <p class="message-actions">{children}</p>}
    </section>
  )
}

/** What went wrong instead of a page's content; `retry` is null where trying again is of no use. */
export function Failed({ notice, retry }: { readonly notice: Notice; readonly retry: (() => void) | null }) {
  return (
    <div role="alert">
      <NoticeCard notice={notice}>{retry && <Button name="retry" label={say('Try again')} press={retry} />}</NoticeCard>
    </div>
  )
}

/** The text shown while something loads. */
export function Loading() {
  return (
    <p class="loading" data-testid="loading">
      {say('Loading…')}
    </p>
  )
}
