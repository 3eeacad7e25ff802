/** Items that several people voted on, and those about which staff have to decide. */

import { replayUrl } from '../../annotations/replayAddress'
import type { VoteCount, VotedItem } from '../../api/types'
import { Button } from '../../kit/view/controls'
import { say } from '../../kit/messages/staffMessages'

export interface Votes {
  readonly counts: readonly VoteCount[]
  readonly disputed: readonly VotedItem[]
}

interface VotesPanelProps {
  readonly votes: Votes
  readonly save: () => void
  readonly settle: (itemId: string, value: string) => void
}

export function VotesPanel({ votes: { counts, disputed }, save, settle }: VotesPanelProps) {
  return (
    <section class="card panel" data-testid="panel-votes" hidden={counts.length === 0}>
      <header class="panel-head">
        <h2>{say('Votes')}</h2>
        <Button name="csv-votes" label="CSV" press={save} />
      </header>
      <div class="form-summaries">
        {counts.map((count) => (
          <p key={`${count.campaign_id} ${count.kind}`} data-testid="vote-count">
            <strong>{count.campaign_id}</strong> {told(count)}
          </p>
        ))}
        {disputed.length > 0 && <h3>{say('People do not agree about these: decide')}</h3>}
        {disputed.map((item) => (
          <DisputedItem key={item.item_id} item={item} settle={(value) => settle(item.item_id, value)} />
        ))}
      </div>
    </section>
  )
}

function told({ states, values }: VoteCount): string {
  const items = Object.entries(states).filter(([, number]) => number > 0)
  const decided = Object.entries(values).map(([value, number]) => `${value} ${number}`)
  return `${items.map(([state, number]) => `${number} ${NAMES[state] ?? state}`).join(', ')}${decided.length > 0 ? `. ${say('Decided for: {{values}}', { values: decided.join(', ') })}` : ''}`
}

const NAMES: Record<string, string> = { open: say('not yet judged by everybody'), further: say('waiting for one more person'), decided: say('decided'), disputed: say('disputed'), settled: say('decided by staff') }

interface DisputedItemProps {
  readonly item: VotedItem
  readonly settle: (value: string) => void
}

function DisputedItem({ item, settle }: DisputedItemProps) {
  const { question, about, votes, choices, viewpoint_id: viewpoint, scan_id: scan, language } = item
  return (
    <article class="form-summary" data-testid="disputed" data-key={item.item_id}>
      <h4>{question}</h4>
      <p class="form-summary-facts">{`${language} · ${say('{{n}} votes', { count: votes.length })}: ${votes.map(({ value }) => value).join(', ')}`}</p>
      {viewpoint !== null && <p>{say('Picture: {{place}}', { place: `${scan}, ${viewpoint}` })}</p>}
      {about.map(({ kind, annotation_id: id, transcript }) => (
        <p key={id}>
          <a href={replayUrl(kind, id)}>{id}</a> {transcript}
        </p>
      ))}
      <div class="vote-choices" role="group" aria-label={say('Decide for')}>
        {choices.map((value) => (
          <Button key={value} name={`settle-${value}`} label={value} press={() => settle(value)} />
        ))}
      </div>
    </article>
  )
}
