interface Tile {
  readonly label: string
  readonly figure: string
  /** The `data-testid` of its figure. */
  readonly name?: string
  /** Of which its colour tells. */
  readonly look?: string
}

/** Figures beside each other, each with what it is of. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <dl class="own-tiles">
      {tiles.map(({ label, figure, name, look }) => (
        <div key={label} class={look ? `own-tile ${look}` : 'own-tile'}>
          <dt>{label}</dt>
          <dd data-testid={name}>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
