import { dayAndTime } from './format'

/** A moment (ISO), as readers in its zone write it. */
export function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{dayAndTime(at)}</time>
}
