/** The text shown while something loads. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="loading" data-testid="loading">
      Loading {what} …
    </p>
  )
}
