import { testCardNames, testCards } from '#core/commerce/payments/test-cards.ts'
import { type Card, cardSchema } from '#core/contract/card-page.ts'
import { element } from './element.ts'
import type { Word, Words } from './words.ts'

interface FieldLook {
  readonly name: keyof Card
  readonly label: Word
  readonly wrong: Word
  readonly autocomplete: string
  readonly length: string
}

const looks: readonly FieldLook[] = [
  {
    name: 'number',
    label: 'number',
    wrong: 'checkNumber',
    autocomplete: 'cc-number',
    length: '23',
  },
  { name: 'expiry', label: 'expiry', wrong: 'checkExpiry', autocomplete: 'cc-exp', length: '7' },
  { name: 'cvc', label: 'cvc', wrong: 'checkCvc', autocomplete: 'cc-csc', length: '4' },
]

interface FormProps {
  readonly amount: string
  readonly words: Words
  readonly onPay: (card: Card) => void
  readonly onCancel: () => void
}

/** The card's fields, checked when it is paid: the first wrong one is gone to. */
export function cardForm({ amount, words, onPay, onCancel }: FormProps): HTMLElement {
  const fields = looks.map((look) => ({ look, ...field(look, words) }))
  const submit = () => {
    const typed = Object.fromEntries(fields.map(({ look, input }) => [look.name, input.value]))
    const card = cardSchema.safeParse(typed)
    const wrong = new Set(card.error?.issues.map(({ path }) => path[0]))
    for (const { look, show } of fields) show(wrong.has(look.name))
    if (card.success) return onPay(card.data)
    fields.find(({ look }) => wrong.has(look.name))?.input.focus()
  }
  const form = element(
    'form',
    { novalidate: true, class: 'form' },
    ...fields.map(({ box }) => box),
    element('button', { class: 'pay' }, words.say('pay', { amount })),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  const cancel = element('button', { type: 'button', class: 'quiet' }, words.say('cancel'))
  cancel.addEventListener('click', onCancel)
  form.append(cancel)
  const fill = (number: string) => {
    for (const { look, input, show } of fields) {
      input.value = { number, expiry: '12/40', cvc: '123' }[look.name]
      show(false)
    }
    form.querySelector('button')?.focus()
  }
  return element('div', {}, form, testCardList(words, fill))
}

function field({ name, label, wrong, autocomplete, length }: FieldLook, words: Words) {
  const error = element(
    'p',
    { id: `${name}-error`, class: 'error', hidden: true },
    words.say(wrong),
  )
  const input = element('input', {
    id: name,
    name,
    autocomplete,
    inputmode: 'numeric',
    maxlength: length,
    spellcheck: 'false',
    dir: 'ltr',
    required: true,
  })
  input.addEventListener('input', () => {
    input.value = written(name, input.value)
  })
  const show = (isWrong: boolean) => {
    error.hidden = !isWrong
    input.toggleAttribute('aria-invalid', isWrong)
    if (isWrong) input.setAttribute('aria-describedby', error.id)
    else input.removeAttribute('aria-describedby')
  }
  const box = element(
    'div',
    { class: `field ${name}` },
    element('label', { for: name }, words.say(label)),
    input,
    error,
  )
  return { box, input, show }
}

/** As it is printed on the card: groups of four, month and year. */
function written(name: keyof Card, typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (name === 'number') return digits.replace(/(\d{4})(?=\d)/g, '$1 ').slice(0, 23)
  if (name === 'cvc') return digits.slice(0, 4)
  // What is being deleted is not written back.
  if (digits.length < 3) return typed.replace(/[^\d/]/g, '')
  return `${digits.slice(0, 2)}/${digits.slice(2, 4)}`
}

function testCardList(words: Words, fill: (number: string) => void): HTMLElement {
  const rows = testCardNames.map((name) => {
    const number = testCards[name].replace(/(\d{4})(?=\d)/g, '$1 ')
    const button = element(
      'button',
      { type: 'button', class: 'card', 'data-card': name },
      // Its line begins where the page's lines do.
      element('span', { class: 'digits' }, element('bdi', { dir: 'ltr' }, number)),
      element('span', {}, words.say(`card.${name}`)),
    )
    button.addEventListener('click', () => fill(number))
    return element('li', {}, button)
  })
  return element(
    'section',
    { class: 'cards', 'aria-labelledby': 'cards' },
    element('h2', { id: 'cards' }, words.say('testCards')),
    element('p', { class: 'soft' }, words.say('sandbox')),
    element('ul', {}, ...rows),
  )
}
