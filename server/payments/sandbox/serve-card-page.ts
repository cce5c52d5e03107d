import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { testCardOf } from '#core/commerce/payments/test-cards.ts'
import {
  CARD_PAGE_PATH,
  type Card,
  type CardAnswer,
  type CardPage,
  cardSchema,
  confirmationSchema,
} from '#core/contract/card-page.ts'
import type { Admit } from '../../calls/flood.ts'
import { payableStates, type SandboxBank, type SandboxPayment } from './sandbox-bank.ts'

const params = z.object({ reference: z.string().min(1).max(64) })

/** The calls of the sandbox's card page; its reference is all that a caller needs and has. */
export function serveCardPage(app: FastifyInstance, bank: SandboxBank, admit: Admit): void {
  const unanswered = new Set<FastifyReply>()
  app.addHook('preClose', async () => {
    for (const reply of unanswered) reply.raw.destroy()
  })
  const found = async (request: FastifyRequest): Promise<SandboxPayment | null> => {
    admit(request)
    const parsed = params.safeParse(request.params)
    return parsed.success ? await bank.find(parsed.data.reference) : null
  }

  app.get(`${CARD_PAGE_PATH}/:reference`, async (request, reply) => {
    const payment = await found(request)
    if (payment === null) return reply.callNotFound()
    return reply.header('Cache-Control', 'no-store').send(shown(payment))
  })

  app.post(`${CARD_PAGE_PATH}/:reference/pay`, async (request, reply) => {
    const payment = await found(request)
    if (payment === null) return reply.callNotFound()
    const card = cardSchema.safeParse(request.body)
    if (!card.success)
      return reply.code(422).send({ fields: card.error.issues.map(({ path }) => path.join('.')) })
    const answer = await pay(bank, payment, card.data)
    if (answer !== null) return reply.send(answer)
    // The test card whose answer never comes: until the customer, or this server, gives up.
    reply.hijack()
    unanswered.add(reply)
    reply.raw.once('close', () => unanswered.delete(reply))
    return reply
  })

  app.post(`${CARD_PAGE_PATH}/:reference/confirm`, async (request, reply) => {
    const payment = await found(request)
    if (payment === null) return reply.callNotFound()
    const word = confirmationSchema.safeParse(request.body)
    if (!word.success) return reply.code(422).send({ fields: ['approved'] })
    if (word.data.approved && payment.state === 'confirming') {
      await bank.authorise(payment.reference, 'confirm')
    } else if (await bank.holderRefuses(payment.reference)) {
      return reply.send({ kind: 'declined' } satisfies CardAnswer)
    }
    return reply.send(leave((await bank.find(payment.reference)) ?? payment))
  })

  app.post(`${CARD_PAGE_PATH}/:reference/cancel`, async (request, reply) => {
    const payment = await found(request)
    if (payment === null) return reply.callNotFound()
    await bank.cancel(payment.reference)
    return reply.send(leave((await bank.find(payment.reference)) ?? payment))
  })
}

const shown = (payment: SandboxPayment): CardPage => {
  const { shop, orderNumber, minor, currency, state } = payment
  const open = state === 'open' || state === 'confirming' ? state : 'over'
  return { shop, orderNumber, amount: { minor, currency }, state: open, back: backOf(payment) }
}

/** Null where the answer never comes. */
async function pay(
  bank: SandboxBank,
  payment: SandboxPayment,
  { number }: Card,
): Promise<CardAnswer | null> {
  const { reference } = payment
  const card = testCardOf(number)
  if (card === null) return { kind: 'card-unknown' }
  if (payableStates.includes(payment.state)) {
    if (card === 'declined') return { kind: 'declined' }
    if (card === 'confirm') {
      const asked = await bank.askHolder(reference, card)
      if (asked !== null) return { kind: 'confirm' }
    } else if (card === 'declined-for-good') await bank.refuseForGood(reference)
    else await bank.authorise(reference, card)
    if (card === 'no-answer') return null
  }
  return leave((await bank.find(reference)) ?? payment)
}

const leave = (payment: SandboxPayment): CardAnswer => ({ kind: 'leave', to: backOf(payment) })

/** Where the shop shows what became of it: an address of this site, made of nothing but the payment. */
function backOf({ state, orderNumber }: SandboxPayment): string {
  const order = encodeURIComponent(orderNumber)
  if (state === 'declined') return `/#/pages/mine/pay_fail?order=${order}&result=failed`
  const paid = state === 'authorised' || state === 'captured'
  if (paid) return `/#/pages/mine/pay_success?order=${order}`
  return `/#/pages/mine/pay_fail?order=${order}&result=cancelled`
}
