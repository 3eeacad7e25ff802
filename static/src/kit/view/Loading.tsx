/** What is said until something is there. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="loading" data-testid="loading">
      Loading {what} …
    </p>
  )
}
