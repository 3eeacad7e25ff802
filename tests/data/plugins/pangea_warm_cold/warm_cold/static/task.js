import { button, dialogueTask, leadTalk, texts } from '/pangea.js'

const t = texts({
  en: {
    title: 'Warm and cold',
    warmer: 'Warmer',
    colder: 'Colder',
    caller: { title: 'Call your partner to the ring', steps: [{ title: 'You see the goal, your partner does not', text: 'Say only whether they come nearer.' }] },
    seeker: { title: 'Find the goal', steps: [{ title: 'Your partner sees the goal, you do not', text: 'Walk, and listen whether it gets warmer.' }] },
  },
})

/** Who sees the goal can call with a button, which the partner reads. */
function showCalls({ scope, session }) {
  const call = (words) => {
    if (session.line.send({ type: 'text', words })) session.fields = { calls: session.fields.calls + 1 }
  }
  if (session.role !== 'caller') return []
  return ['warmer', 'colder'].map((name) => button(scope, { name, label: t[name], press: () => call(t[name]) }))
}

function talk(context) {
  const parts = leadTalk(context)
  return { ...parts, hints: [...showCalls(context), ...parts.hints] }
}

export default dialogueTask({
  id: 'warm_cold',
  title: () => t.title,
  introduced: (role) => t[role],
  talk,
  fields: { calls: 0 },
})
