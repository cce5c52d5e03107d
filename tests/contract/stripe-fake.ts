import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Status = 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled'

interface Session {
  readonly id: string
  readonly intent: string
  readonly amount: number
  readonly currency: string
  readonly metadata: Readonly<Record<string, string>>
  open: boolean
  status: Status
  refunded: boolean
}

/** The calls of Stripe's API that our provider makes, with Stripe's own rules on them. */
export interface StripeFake {
  readonly url: string
  readonly sessions: readonly Session[]
  /** Method and path of each call, with its idempotency key. */
  readonly calls: readonly { readonly call: string; readonly key: string | undefined }[]
  /** What a customer does on the hosted page. */
  readonly pay: (id: string) => void
  /** The bank lets go what it reserved. */
  readonly lapse: (id: string) => void
  /** Every call fails from now on, or no more. */
  readonly down: (isDown: boolean) => void
  /** Captures are refused from now on: the bank says no. */
  readonly refuseCaptures: () => void
  readonly close: () => Promise<void>
}

class StripeNo extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly type = 'invalid_request_error',
  ) {
    super(code)
  }
}

/** @returns a local server that answers as Stripe does */
export async function openStripeFake(): Promise<StripeFake> {
  const sessions: Session[] = []
  const calls: { call: string; key: string | undefined }[] = []
  const answers = new Map<string, object>()
  let isDown = false
  let refusesCaptures = false

  const find = (id: string): Session => {
    const found = sessions.find((each) => each.id === id || each.intent === id)
    if (found === undefined) throw new StripeNo(404, 'resource_missing')
    return found
  }

  const create = (form: URLSearchParams): Session => {
    if (form.get('payment_intent_data[capture_method]') !== 'manual') {
      throw new StripeNo(400, 'not_manual')
    }
    const token = randomBytes(8).toString('hex')
    const made: Session = {
      id: `cs_test_${token}`,
      intent: `pi_${token}`,
      amount: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      metadata: { payment: form.get('payment_intent_data[metadata][payment]') ?? '' },
      open: true,
      status: 'requires_payment_method',
      refunded: false,
    }
    sessions.push(made)
    return made
  }

  const change = (session: Session, from: readonly Status[], to: Status) => {
    if (!from.includes(session.status)) throw new StripeNo(400, 'payment_intent_unexpected_state')
    session.status = to
  }

  const carryOut = (method: string, path: string, form: URLSearchParams): object => {
    const [, , kind, first = '', second = '', third = ''] = path.split('/')
    if (kind === 'refunds') {
      const session = find(form.get('payment_intent') ?? '')
      if (session.refunded) throw new StripeNo(400, 'charge_already_refunded')
      session.refunded = true
      return { id: 're_1', object: 'refund' }
    }
    if (kind === 'checkout') {
      if (method === 'POST' && second === '') return written(create(form))
      const session = find(second)
      if (third === 'expire') {
        if (!session.open) throw new StripeNo(400, 'session_not_open')
        session.open = false
      }
      return written(session)
    }
    const session = find(first)
    if (second === 'capture') {
      if (refusesCaptures) throw new StripeNo(402, 'card_declined', 'card_error')
      change(session, ['requires_capture'], 'succeeded')
    }
    if (second === 'cancel') change(session, ['requires_capture'], 'canceled')
    return intentOf(session)
  }

  const server = createServer((request, response) => {
    void read(request).then((form) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const given = request.headers['idempotency-key']
      const key = request.method === 'POST' && typeof given === 'string' ? given : undefined
      calls.push({ call: `${request.method} ${path}`, key })
      const send = (status: number, body: object) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      if (isDown) return send(500, { error: { type: 'api_error', message: 'down' } })
      try {
        const known = key === undefined ? undefined : answers.get(key)
        const answer = known ?? carryOut(request.method ?? '', path, form)
        if (key !== undefined) answers.set(key, answer)
        return send(200, answer)
      } catch (thrown) {
        if (!(thrown instanceof StripeNo)) throw thrown
        const { status, code, type } = thrown
        return send(status, { error: { type, code, message: code } })
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sessions,
    calls,
    pay: (id) => {
      const session = find(id)
      if (!session.open) throw new Error('the page is closed')
      session.open = false
      session.status = 'requires_capture'
    },
    lapse: (id) => change(find(id), ['requires_capture'], 'canceled'),
    down: (now) => {
      isDown = now
    },
    refuseCaptures: () => {
      refusesCaptures = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function read(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return new URLSearchParams(body)
}

const intentOf = (session: Session) => ({
  id: session.intent,
  object: 'payment_intent',
  status: session.status,
  amount: session.amount,
  currency: session.currency,
  metadata: session.metadata,
  amount_capturable: session.status === 'requires_capture' ? session.amount : 0,
  amount_received: session.status === 'succeeded' ? session.amount : 0,
  latest_charge: { id: 'ch_1', object: 'charge', refunded: session.refunded },
})

const written = (session: Session) => ({
  id: session.id,
  object: 'checkout.session',
  url: `https://checkout.stripe.com/c/pay/${session.id}`,
  status: session.open
    ? 'open'
    : session.status === 'requires_payment_method'
      ? 'expired'
      : 'complete',
  currency: session.currency,
  metadata: session.metadata,
  payment_intent: session.status === 'requires_payment_method' ? null : intentOf(session),
})
