import type { Piece } from '../../annotations/excerpt'
import { say } from '../../kit/messages/staffMessages'
import { Button } from '../../kit/view/controls'
import { useEvent } from '../../kit/view/drawing'
import type { Answered } from './Answered'
import type { AnsweredItem, AnsweredRegion, ShownWords } from './answeredItems'

/** What was asked and answered, item by item; a press looks at a region in the picture. */
export function AnsweredPanel({ answered }: { readonly answered: Answered }) {
  const current = useEvent(answered, 'changed', () => answered.current)
  return (
    <section class="card answered" aria-label={say('Questions and answers')} data-testid="answered">
      <ol>
        {answered.items.map((item, place) => (
          <Item key={place} item={item} place={place} isCurrent={place === current} look={(region) => void answered.look(place, region)} />
        ))}
      </ol>
    </section>
  )
}

interface ItemProps {
  readonly item: AnsweredItem
  readonly place: number
  readonly isCurrent: boolean
  readonly look: (region: AnsweredRegion) => void
}

function Item({ item: { isGone, words, answer, comment, regions }, place, isCurrent, look }: ItemProps) {
  return (
    <li data-testid="answered-item" aria-current={isCurrent ? 'true' : undefined}>
      {isGone && <p class="answered-none">{say('What this asked about was withdrawn or rejected.')}</p>}
      {words.map((each, number) => (
        <Words key={number} words={each} />
      ))}
      {answer === null && <p class="answered-none">{say('Nothing was answered.')}</p>}
      {answer?.map((line, number) => (
        <p key={number} class="answered-answer">
          {line}
        </p>
      ))}
      {comment !== '' && (
        <p class="answered-comment" dir="auto">
          “{comment}”
        </p>
      )}
      {regions.length > 0 && (
        <div class="answered-regions">
          {regions.map((region, number) => (
            <Button key={number} name={`look-${place + 1}-${number + 1}`} label={region.isDrawn ? say('Look at what was drawn') : say('Look at box {{number}}', { number: number + 1 })} icon="picture" press={() => look(region)} />
          ))}
        </div>
      )}
    </li>
  )
}

function Words({ words: { language, direction, pieces } }: { readonly words: ShownWords }) {
  return (
    <p class="answered-words" lang={language} dir={direction}>
      {pieces.map((piece, number) => (
        <Marked key={number} piece={piece} />
      ))}
    </p>
  )
}

const Marked = ({ piece: { text, part } }: { readonly piece: Piece }) => (part === 'around' ? <>{text}</> : <mark>{text}</mark>)
