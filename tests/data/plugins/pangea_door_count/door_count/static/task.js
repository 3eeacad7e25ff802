import { button, defineTask, html, instructionSteps, openWalk, sendWalk, showDone, texts } from '/pangea.js'
import { stylesheet } from './stylesheet.js'

const t = texts({
  en: { title: 'Doors', ask: 'How many doors have this colour?', look: 'Walk and look', all: 'Go through all rooms.', start: 'Start', send: 'Send' },
  hi: { title: 'दरवाज़े', ask: 'इस रंग के कितने दरवाज़े हैं?', look: 'चलें और देखें', all: 'सब कमरों में जाएँ।', start: 'शुरू करें', send: 'भेजें' },
})

function showInstructions({ scope, root, send }) {
  document.head.append(stylesheet())
  const start = button(scope, { name: 'start', label: t.start, look: 'primary', press: () => send('start') })
  root.append(html('h1', {}, t.title), instructionSteps([{ title: t.look, text: t.all }]), start)
}

function showWalk({ scope, root, session, send }) {
  session.show(scope, root)
  const count = html('input', { type: 'number', min: 0, value: session.answer.doors, 'data-testid': 'doors' })
  scope.listen(count, 'input', () => (session.answer = { doors: Number(count.value) }))
  const done = button(scope, { name: 'done', label: t.send, look: 'primary', press: () => send('finish') })
  const question = html('label', { class: 'field door-colour' }, `${t.ask} ${session.args.colour}`, count)
  root.append(html('section', { class: 'panel' }, question, done))
}

export default defineTask({
  id: 'door_count',
  title: () => t.title,
  first: 'instructions',
  transitions: { instructions: { start: 'walk' }, walk: { finish: 'submit' }, submit: { back: 'walk', stored: 'done' }, done: {} },
  phases: {
    instructions: { title: () => t.look, show: showInstructions },
    walk: { title: () => t.ask, dark: true, show: showWalk },
    submit: { title: () => t.send, show: sendWalk },
    done: { show: showDone },
  },
  begin: (context) => openWalk(context, { doors: 0 }),
  draft: (session) => session.answer,
  reopen: (session) => (session.begun ? 'walk' : 'instructions'),
})
