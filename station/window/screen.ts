import '#src/ui/base.css'
import './screen.css'
import { encode } from 'uqr'
import { z } from 'zod'
import { element, follow, speak, wordsAt, wordsSchema } from './window-words.ts'

const stateSchema = z.object({
  words: wordsSchema,
  machine: z.object({ id: z.string(), name: z.string(), state: z.string() }),
  isOnline: z.boolean(),
  code: z.string().nullable(),
  printing: z
    .object({
      printNumber: z.number(),
      kind: z.string(),
      phase: z.string(),
      impressions: z.number(),
      sheets: z.number(),
    })
    .nullable(),
  waiting: z.array(z.number()),
  ready: z.array(z.number()),
})
type State = z.infer<typeof stateSchema>

/** A message of the desk goes away by itself. */
const MESSAGE_MS = 12_000

const root = document.querySelector('#screen')
let latest: State | null = null
const desk = createDesk()

function show(state: State): void {
  const isFirst = latest === null
  latest = state
  speak(state.words)
  const shown = [header(state), invitation(state), queue(state)]
  // The desk stays as it is: somebody may be typing there.
  if (isFirst) root?.replaceChildren(...shown, desk.element)
  else for (const [at, part] of shown.entries()) root?.children[at]?.replaceWith(part)
  desk.relabel()
}

const say = (key: string, params: Record<string, string | number> = {}): string =>
  latest === null ? '' : wordsAt(latest.words.words, key, params)

function header({ machine, isOnline }: State): HTMLElement {
  const state = isOnline ? machine.state : 'offline'
  const pill = element('p', 'state', say(`state.${state}`))
  pill.dataset['state'] = state
  return element(
    'header',
    'top',
    element('p', 'wordmark', 'Stampa'),
    element('p', 'name', machine.name),
    pill,
  )
}

function invitation({ code }: State): HTMLElement {
  const card = element('section', 'invitation', element('h1', 'call', say('scan')))
  card.append(
    code === null ? element('div', 'code') : picture(code),
    element('p', 'hint', say('scanHint')),
  )
  return card
}

/** Black on white in any theme: what readers look for. */
function picture(text: string): HTMLElement {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', say('scan'))
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', squares.join(''))
  path.setAttribute('shape-rendering', 'crispEdges')
  svg.append(path)
  const holder = element('div', 'code')
  holder.append(svg)
  return holder
}

function queue({ printing, waiting, ready }: State): HTMLElement {
  const now = element('section', 'now', element('h2', '', say('now')))
  if (printing === null) now.append(element('p', 'nobody', '—'))
  else {
    now.append(element('p', 'number', String(printing.printNumber)))
    const bar = element('div', 'bar', element('span', ''))
    bar.setAttribute('role', 'progressbar')
    bar.setAttribute('aria-label', say('now'))
    now.append(bar)
    if (printing.sheets > 1) {
      now.append(element('p', 'sheets', `${printing.impressions} / ${printing.sheets}`))
    }
  }
  const next = list(
    'next',
    waiting.filter((number) => number !== printing?.printNumber),
  )
  return element('div', 'queue', now, next, list('ready', ready))
}

function list(name: 'next' | 'ready', numbers: readonly number[]): HTMLElement {
  const section = element('section', name, element('h2', '', say(name)))
  if (numbers.length === 0) {
    section.append(element('p', 'nobody', name === 'next' ? say('nobody') : '—'))
    return section
  }
  const items = numbers.slice(0, 8).map((number) => element('li', '', String(number)))
  section.append(element('ol', '', ...items))
  return section
}

/** Digits that are typed, or a code that a hand-held scanner types. */
function createDesk() {
  const title = element('h2', '')
  const hint = element('p', 'hint')
  const label = element('label', '')
  const input = element('input', '')
  const button = element('button', '')
  const message = element('p', 'message')
  input.id = 'pickup-code'
  input.name = 'code'
  input.autocomplete = 'off'
  input.inputMode = 'numeric'
  input.maxLength = 200
  input.required = true
  label.htmlFor = input.id
  message.setAttribute('role', 'status')
  button.type = 'submit'
  const form = element('form', '', label, input, button)
  let clearing: ReturnType<typeof setTimeout> | undefined
  const tell = (text: string, isGood: boolean) => {
    message.textContent = text
    message.dataset['good'] = String(isGood)
    clearTimeout(clearing)
    clearing = setTimeout(() => {
      message.textContent = ''
    }, MESSAGE_MS)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    collect(input.value)
      .then(({ text, isGood }) => {
        tell(text, isGood)
        input.value = ''
      })
      .catch(() => tell(say('pickup.later'), false))
      .finally(() => {
        button.disabled = false
        input.focus()
      })
  })
  return {
    element: element('section', 'desk', element('div', 'about', title, hint), form, message),
    relabel: () => {
      title.textContent = say('pickup.title')
      hint.textContent = say('pickup.hint')
      label.textContent = say('pickup.label')
      button.textContent = say('pickup.submit')
    },
  }
}

const answerSchema = z.object({
  printNumber: z.number().optional(),
  refusal: z.string().nullable().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

async function collect(code: string): Promise<{ text: string; isGood: boolean }> {
  const response = await fetch('/pickup', { method: 'POST', body: JSON.stringify({ code }) })
  const { printNumber, refusal, params } = answerSchema.parse(await response.json())
  if (response.ok && printNumber !== undefined) {
    return { text: say('pickup.done', { number: printNumber }), isGood: true }
  }
  if (refusal == null) return { text: say('pickup.later'), isGood: false }
  const sentence = latest === null ? '' : wordsAt(latest.words.refusals, refusal, params)
  return { text: sentence || say('pickup.wrong'), isGood: false }
}

follow(stateSchema, show)
