import { html } from '../../kit/dom/html'
import type { TalkContext, TalkParts } from '../dialogue/showTalk'
import { own } from './messages/own'

/**
 * The talk in which a locator, who has the plan alone, marks where their partner is. The observer has no map, whatever
 * the campaign lets others have: it would tell them where they are.
 */
export function locateTalk(context: TalkContext): TalkParts {
  const role = context.session.ends ? 'locator' : 'observer'
  const hints = [html('p', { class: 'hint', 'data-testid': 'seen' }, own(`${role}.seen`))]
  if (role === 'observer') return { hints, offerMap: () => undefined }
  return {
    hints,
    offerMap: () => takeMarks(context),
    mayEnd: (tell) => {
      const isMarked = typeof context.session.fields.mark === 'string'
      if (!isMarked) tell(own('unmarked.title'), own('unmarked.detail'))
      return isMarked
    },
    ask: () => own('sure'),
  }
}

function takeMarks({ scope, session, aids }: TalkContext): void {
  const { plan } = session
  if (!plan) return
  plan.takesMarks = true
  scope.add(() => (plan.takesMarks = false))
  scope.add(plan.on('mark', (mark) => (session.fields = { ...session.fields, mark })))
  aids.offerMap()
  aids.watchMap(true)
  scope.add(() => aids.watchMap(false))
}
