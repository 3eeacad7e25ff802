import { kindText } from '../../annotations/kinds'
import type { ApiClient } from '../../api/ApiClient'
import type { OwnWork } from '../../api/types'
import { TaskFrame } from '../../kit/frame/TaskFrame'
import { personalLink } from '../../kit/identity/kept'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { message, problemMessage } from '../../kit/notices/message'
import { lastWork } from '../../kit/preferences/lastWork'
import { drawInto, Embedded } from '../../kit/view/drawing'
import { refusal } from '../../session/enter'
import { AgreedTimes } from './AgreedTimes'
import { Comparisons } from './Comparisons'
import { Decisions } from './Decisions'
import { counted, Tiles } from './figures'
import { Learning } from './Learning'
import { Pay } from './Pay'
import { Questions, type QuestionsClient } from './Questions'
import { Speech } from './Speech'

type OwnWorkClient = Pick<ApiClient, 'ownWork' | 'speech' | 'saySpeech'> & QuestionsClient

/** A person's own figures, compared with those of all others together. */
export async function showOwnWork(page: HTMLElement, client: OwnWorkClient): Promise<void> {
  const scope = new Scope()
  const draw = drawInto(new TaskFrame(scope, page, t('work.title'), []).turnTo('own-work', undefined, false))
  try {
    const [work, speech] = await Promise.all([client.ownWork(), client.speech()])
    draw(
      <>
        <OwnWorkView work={work} client={client} />
        <Speech client={client} speech={speech} />
      </>,
    )
  } catch (error) {
    const retry = () => {
      scope.dispose()
      void showOwnWork(page, client)
    }
    draw(<Embedded element={refusal(error) ?? problemMessage(scope, error, { title: t('work.failed'), retry })} />)
  }
}

export function OwnWorkView({ work, client }: { readonly work: OwnWork; readonly client: QuestionsClient }) {
  const isNothing = Object.keys(work.done).length === 0
  const back = wayBack(work)
  return (
    <>
      <header class="own-head">
        <h1>{t('work.title')}</h1>
        <p class="hint">{t('work.intro')}</p>
        {back !== null && (
          <a class="button button-primary" href={personalLink(back)} data-testid="back-to-work">
            {t('work.back')}
          </a>
        )}
      </header>
      <AgreedTimes times={work.agreed_times} />
      {isNothing ? <Embedded element={message({ name: 'no-work', ...t('work.nothing', { returnObjects: true }) })} /> : <Figures work={work} />}
      <Questions client={client} />
      {(!isNothing || work.balances.length > 0) && <Pay balances={work.balances} />}
    </>
  )
}

/** The page of the tasks that they did last in this browser, or of those that they did most; null where they did none. */
function wayBack({ done }: OwnWork): string | null {
  const [most] = Object.entries(done).sort(([, one], [, other]) => other - one)
  return lastWork() ?? (most ? `/task/${most[0]}` : null)
}

function Figures({ work }: { readonly work: OwnWork }) {
  return (
    <>
      <Done work={work} />
      <Comparisons work={work} />
      <Learning curves={work.learning} />
      <Decisions reviews={work.reviews} />
    </>
  )
}

function Done({ work: { done } }: { readonly work: OwnWork }) {
  const tiles = Object.entries(done).map(([kind, count]) => ({ name: `own-${kind}s`, label: kindText('done', kind), figure: counted(count) }))
  return (
    <section aria-label={t('work.done.title')}>
      <Tiles tiles={tiles} />
    </section>
  )
}
