import '#src/ui/base.css'
import './simulator.css'
import { z } from 'zod'
import { element, follow, speak, wordsAt, wordsSchema } from './window-words.ts'

const stateSchema = z.object({
  words: wordsSchema,
  isOn: z.boolean(),
  faults: z.array(z.string()),
  canSkew: z.boolean(),
  jobs: z.array(
    z.object({
      id: z.number(),
      state: z.string(),
      copies: z.number(),
      impressions: z.number(),
      progress: z.number(),
      widthMm: z.number(),
      heightMm: z.number(),
      hasSheet: z.boolean(),
    }),
  ),
})
type State = z.infer<typeof stateSchema>
type Job = State['jobs'][number]

const faults = ['media-empty', 'media-jam', 'cover-open', 'power-cut', 'lost-answer', 'clock-skew']
const root = document.querySelector('#simulator')

const sheet = element('img', 'sheet')
const head = element('div', 'head')
const slot = element('div', 'slot', sheet, head)
const title = element('h1', '')
const idle = element('p', 'idle')
const about = element('p', 'about')
const faultTitle = element('h2', '')
const switches = element('div', 'switches')
root?.append(
  element('section', 'printer', title, about, slot, idle),
  element('section', 'faults', faultTitle, switches),
)
const buttons = new Map(faults.map((fault) => [fault, faultButton(fault)]))
switches.append(...buttons.values())
let spoken = ''
let shown = 0

function show({ words, jobs, faults: set, canSkew, isOn }: State): void {
  const say = (key: string) => wordsAt(words.words, `simulator.${key}`)
  if (spoken !== words.lang) {
    spoken = words.lang
    speak(words)
    title.textContent = say('title')
    idle.textContent = say('idle')
    faultTitle.textContent = say('faults')
    for (const [fault, button] of buttons) button.textContent = say(fault)
  }
  for (const [fault, button] of buttons) {
    button.setAttribute('aria-pressed', String(set.includes(fault)))
    button.hidden = fault === 'clock-skew' && !canSkew
  }
  const job = jobs.findLast(({ hasSheet }) => hasSheet)
  root?.toggleAttribute('data-off', !isOn)
  slot.hidden = job === undefined
  idle.hidden = job !== undefined
  if (job !== undefined) showSheet(job, words.lang)
}

function showSheet(job: Job, lang: string): void {
  if (shown !== job.id) {
    shown = job.id
    sheet.src = `/sheets/${job.id}`
    sheet.alt = ''
    slot.style.setProperty('--ratio', String(job.widthMm / job.heightMm || 1))
  }
  const isOut = job.state === 'completed'
  slot.style.setProperty('--out', String(isOut ? 1 : job.progress))
  slot.dataset['state'] = job.state
  const mm = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 })
  const [width, height] = [mm.format(job.widthMm), mm.format(job.heightMm)]
  // One isolate from left to right: in a language from right to left its parts would change places.
  about.textContent = `\u2066#${job.id} · ${width} × ${height} mm · ${job.impressions} / ${job.copies}\u2069`
}

function faultButton(fault: string): HTMLButtonElement {
  const button = element('button', '')
  button.type = 'button'
  button.addEventListener('click', () => {
    const set = button.getAttribute('aria-pressed') !== 'true'
    void fetch('/faults', { method: 'POST', body: JSON.stringify({ fault, set }) })
  })
  return button
}

follow(stateSchema, show)
