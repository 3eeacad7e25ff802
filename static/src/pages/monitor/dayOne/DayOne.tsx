import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

import type { CampaignView, PersonView } from '../../../api/types'
import { EquipmentCheck } from '../../../equipment/EquipmentCheck'
import { dayAndTime } from '../../../kit/formatting/format'
import { Scope } from '../../../kit/lifecycle/Scope'
import { prefer, preference } from '../../../kit/preferences/preferences'
import { Button } from '../../../kit/view/controls'
import { Embedded } from '../../../kit/view/drawing'
import { say } from '../../../kit/messages/staffMessages'

/** What there is before the first annotation; `people` is null for those who may not see them. */
export interface FirstSteps {
  readonly campaigns: readonly CampaignView[]
  readonly people: readonly PersonView[] | null
}

const LOOK_SECONDS = 5
/** When this computer last passed the check, on this device. */
const CHECKED = 'equipment-passed-at'

/** The three steps to the first annotation, with what is done of them. */
export function DayOne({ isManager, look }: { readonly isManager: boolean; readonly look: () => Promise<FirstSteps | null> }) {
  const steps = useSteps(look)
  const [checkedAt, setCheckedAt] = useState(preference(CHECKED))
  if (steps === null) return null
  const { campaigns, people } = steps
  const invited = people?.filter(({ role, state }) => role === 'annotator' && (state === 'invited' || state === 'active')) ?? []
  const active = invited.filter(({ state }) => state === 'active').length
  const pass = () => {
    const now = new Date().toISOString()
    prefer(CHECKED, now)
    setCheckedAt(now)
  }
  const isReady = campaigns.length > 0 && invited.length > 0 && checkedAt !== null
  return (
    <section class="message day-one" data-testid="day-one">
      <h2>{say('Three steps to the first annotation')}</h2>
      <p>{say('Figures, charts and tables appear here within seconds after it.')}</p>
      <ol class="steps">
        <Step name="campaign" title={say('Make a campaign')} detail={say('It says which paths are described, in which languages and by how many people.')} isDone={campaigns.length > 0}>
          {campaigns.length > 0 && <p>{campaigns.map(({ campaign_id: id }) => id).join(', ')}</p>}
          <a class={campaigns.length > 0 || !isManager ? 'button' : 'button button-primary'} href={campaigns.length > 0 || !isManager ? '/campaigns' : '/campaigns#new'} data-testid="to-campaigns">
            {campaigns.length > 0 || !isManager ? say('Campaigns') : say('Make a campaign')}
          </a>
        </Step>
        <Step name="people" title={say('Invite people')} detail={say('Each person gets a link of their own, which opens in one browser.')} isDone={invited.length > 0}>
          {invited.length > 0 && <p>{say('{{invited}} invited, {{active}} of them have opened their link', { invited: invited.length, active })}</p>}
          {people === null ? (
            <p>{say('A manager invites them.')}</p>
          ) : (
            <a class={campaigns.length > 0 && invited.length === 0 ? 'button button-primary' : 'button'} href="/people" data-testid="to-people">
              {invited.length > 0 ? say('People') : say('Invite people')}
            </a>
          )}
        </Step>
        <Step name="equipment" title={say('Check this computer')} detail={say('Microphone, voice, noise, pictures and network, as annotators meet them.')} isDone={checkedAt !== null}>
          <EquipmentStep checkedAt={checkedAt} pass={pass} />
        </Step>
      </ol>
      {isReady && <p class="day-one-next">{say('Now open an invited person’s link in another browser, and do the first task.')}</p>}
    </section>
  )
}

function useSteps(look: () => Promise<FirstSteps | null>): FirstSteps | null {
  const [steps, setSteps] = useState<FirstSteps | null>(null)
  useEffect(() => {
    const scope = new Scope()
    const ask = () => void look().then((found) => found !== null && !scope.disposed && setSteps(found))
    ask()
    scope.every(LOOK_SECONDS, ask)
    return () => scope.dispose()
  }, [])
  return steps
}

interface StepProps {
  readonly name: 'campaign' | 'people' | 'equipment'
  readonly title: string
  readonly detail: string
  readonly isDone: boolean
  readonly children: ComponentChildren
}

function Step({ name, title, detail, isDone, children }: StepProps) {
  return (
    <li class={isDone ? 'step-done' : ''} data-testid={`step-${name}`} data-done={isDone}>
      <h3>
        {title}
        {isDone && <span class="day-one-done"> {say('Done')}</span>}
      </h3>
      <p>{detail}</p>
      {children}
    </li>
  )
}

/** The check that annotators meet before a task, on this computer. */
function EquipmentStep({ checkedAt, pass }: { readonly checkedAt: string | null; readonly pass: () => void }) {
  const [check, setCheck] = useState<{ readonly scope: Scope; readonly element: HTMLElement } | null>(null)
  useEffect(() => () => check?.scope.dispose(), [check])
  const begin = () => {
    const scope = new Scope()
    const finish = () => {
      setCheck(null)
      pass()
    }
    setCheck({ scope, element: new EquipmentCheck(scope, location.href, finish, say('Done')).element })
  }
  if (check) return <Embedded element={check.element} />
  return (
    <>
      {checkedAt !== null && <p>{say('It was good on {{at}}.', { at: dayAndTime(checkedAt) })}</p>}
      <Button name="check-equipment" label={checkedAt === null ? say('Check now') : say('Check again')} press={begin} />
    </>
  )
}
