import type { LandmarkCell, LandmarkPath } from '../../api/types'
import { count } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'

type Chain = LandmarkPath['chains'][number]

/** What stands for a cell, apart from its colour. */
const MARKS: Record<LandmarkCell, string> = { good: '●', unjudged: '◐', foretold: '○', bad: '✕', none: '–' }

const cellName = (cell: LandmarkCell): string =>
  ({
    good: say('good box'),
    unjudged: say('box that nobody has judged'),
    foretold: say('a box is expected'),
    bad: say('bad box'),
    none: say('not seen'),
  })[cell]

const needName = (need: string): string =>
  ({ box: '', undecided: say('undecided'), scene: say('scene or place'), not_visual: say('cannot be seen') })[need] ?? need

export function Legend() {
  return (
    <ul class="landmark-legend">
      {(Object.keys(MARKS) as LandmarkCell[]).map((cell) => (
        <li key={cell}>
          <Mark cell={cell} /> {cellName(cell)}
        </li>
      ))}
    </ul>
  )
}

/** A path: its chains, and where they have boxes. */
export function PathCard({ path }: { readonly path: LandmarkPath }) {
  const { path_id: number, scan_id: scan, viewpoints, instructions, open, held, done, chains } = path
  const title = `path-${number}`
  return (
    <section class="card landmark-path" aria-labelledby={title} data-testid="path" data-key={number}>
      <header>
        <h3 id={title}>{say('Path {{number}}', { number })}</h3>
        <p class="hint">
          {scan} · {say('{{n}} instructions', { count: instructions })} · {say('{{open}} open, {{held}} held, {{done}} done', { open: count(open), held: count(held), done: count(done) })}
        </p>
      </header>
      {chains.length === 0 ? (
        <p class="hint">{say('Nobody has marked words of this path yet.')}</p>
      ) : (
        <div class="table-box" tabindex={0} role="region" aria-labelledby={title}>
          <table class="data landmark-chains">
            <thead>
              <tr>
                <th scope="col">{say('Meant')}</th>
                <th scope="col" class="number">
                  {say('Mentions')}
                </th>
                {viewpoints.map((viewpoint, place) => (
                  <th key={viewpoint} scope="col" class="landmark-cell" title={viewpoint}>
                    {place + 1}
                  </th>
                ))}
                <th scope="col" class="number" title={say('Good boxes at viewpoints beside the path')}>
                  {say('Elsewhere')}
                </th>
              </tr>
            </thead>
            <tbody>
              {chains.map((chain) => (
                <ChainRow key={chain.chain_id} chain={chain} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function ChainRow({ chain: { phrase, language, languages, mentions, need, cells, elsewhere } }: { readonly chain: Chain }) {
  const isDrawn = need === 'box' || need === 'undecided'
  return (
    <tr data-testid="chain">
      <th scope="row">
        <span dir="auto" lang={language}>
          {phrase}
        </span>
        <span class="hint landmark-languages">{[languages.join(' '), needName(need)].filter(Boolean).join(' · ')}</span>
      </th>
      <td class="number">{count(mentions)}</td>
      {cells.map((cell, place) => (
        <td key={place} class="landmark-cell">
          {isDrawn && <Mark cell={cell} />}
        </td>
      ))}
      <td class="number">{elsewhere > 0 ? count(elsewhere) : ''}</td>
    </tr>
  )
}

function Mark({ cell }: { readonly cell: LandmarkCell }) {
  return (
    <span class={`landmark-mark landmark-${cell}`} title={cellName(cell)}>
      <span aria-hidden="true">{MARKS[cell]}</span>
      <span class="visually-hidden">{cellName(cell)}</span>
    </span>
  )
}
