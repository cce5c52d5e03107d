import type { CardPage } from '#core/contract/card-page.ts'
import { type Bank, bankOf, type Said } from './bank.ts'
import './card-page.css'
import { cardForm } from './card-form.ts'
import { element } from './element.ts'
import { loadWords, type Word, type Words } from './words.ts'

/** Only the shop's own screens are led to, whatever an answer says. */
const isOfShop = (address: string): boolean => address.startsWith('/#/')
const HOME = '/#/pages/mine/order'

/** Its parts keep their order in a text from right to left. */
const isolated = (text: string): string =>
  document.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text

interface Showing {
  readonly bank: Bank
  readonly page: CardPage
  readonly words: Words
}

function leave(to: string): void {
  location.replace(isOfShop(to) ? to : HOME)
}

function draw(...children: readonly Node[]): void {
  document.getElementById('root')?.replaceChildren(...children)
}

/** The sandbox's card page: it behaves as a card provider's does, and belongs to the sandbox alone. */
function show(showing: Showing, told?: Word): void {
  const { page, words } = showing
  const amount = words.money(page.amount.minor, page.amount.currency)
  const alert = element('p', { role: 'alert', class: 'alert' })
  const head = element(
    'header',
    {},
    element('h1', {}, words.say('title')),
    element('p', { class: 'shop' }, element('bdi', {}, page.shop)),
    element('p', { class: 'amount' }, amount),
    element('p', { class: 'soft' }, words.say('order', { number: isolated(page.orderNumber) })),
  )
  document.title = `${words.say('title')} · ${page.shop}`
  draw(head, alert, body(showing, amount))
  // An alert is read out where its words arrive after it.
  if (told !== undefined) alert.textContent = words.say(told)
}

function body(showing: Showing, amount: string): HTMLElement {
  const { page, words, bank } = showing
  if (page.state === 'over') return over(showing, 'over')
  if (page.state === 'confirming') return question(showing, amount)
  return cardForm({
    amount,
    words,
    onPay: (card) => void carryOut(showing, () => bank.pay(card)),
    onCancel: () => void carryOut(showing, bank.cancel),
  })
}

/** 3-D Secure: the card's holder is asked. */
function question(showing: Showing, amount: string): HTMLElement {
  const { page, words, bank } = showing
  const button = (word: Word, kind: string, approved: boolean) => {
    const made = element('button', { type: 'button', class: kind }, words.say(word))
    made.addEventListener('click', () => void carryOut(showing, () => bank.confirm(approved)))
    return made
  }
  return element(
    'section',
    { class: 'form', 'aria-labelledby': 'question' },
    element('h2', { id: 'question' }, words.say('confirmTitle')),
    element('p', {}, words.say('confirmText', { amount, shop: page.shop })),
    button('approve', 'pay', true),
    button('reject', 'quiet', false),
  )
}

function over({ page, words }: Showing, word: Word): HTMLElement {
  const back = isOfShop(page.back) ? page.back : HOME
  return element(
    'section',
    { class: 'form' },
    element('p', { role: 'alert' }, words.say(word)),
    element('a', { class: 'pay', href: back }, words.say('toOrder')),
  )
}

async function carryOut(showing: Showing, work: () => Promise<Said>): Promise<void> {
  const root = document.getElementById('root')
  if (root?.getAttribute('aria-busy') === 'true') return
  root?.setAttribute('aria-busy', 'true')
  for (const button of root?.querySelectorAll('button') ?? []) button.disabled = true
  const said = await work()
  root?.removeAttribute('aria-busy')
  if (said.kind === 'leave') return leave(said.to)
  const page = (await showing.bank.look().catch(() => null)) ?? showing.page
  const next = { ...showing, page }
  if (said.kind === 'silent') return draw(over(next, 'noAnswer'))
  if (said.kind === 'confirm') return show(next)
  const told = { declined: 'declined', 'card-unknown': 'unknown', lost: 'lost' } as const
  show(next, told[said.kind])
  document.querySelector('input')?.focus()
}

async function start(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const words = await loadWords(query.get('language'))
  const bank = bankOf(query.get('reference') ?? '')
  const page = await bank.look().catch(() => null)
  if (page !== null) return show({ bank, page, words })
  document.title = words.say('title')
  draw(
    element('h1', {}, words.say('title')),
    element('p', { role: 'alert' }, words.say('over')),
    element('a', { class: 'pay', href: HOME }, words.say('toOrder')),
  )
}

void start()
