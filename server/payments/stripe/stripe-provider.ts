import Stripe from 'stripe'
import type { LocaleCode } from '#core/locales.ts'
import type { CardPayments } from '../../config.ts'
import type { PaymentRow } from '../../database/schema.ts'
import {
  type Payable,
  type PaymentProvider,
  type ProviderFact,
  ProviderRefused,
} from '../provider.ts'

type Settings = Pick<
  Extract<CardPayments, { kind: 'stripe' }>,
  'key' | 'webhookSecret' | 'appUrl' | 'host'
>

/** A webhook that is older is refused: somebody may have recorded it. */
const SIGNATURE_SECONDS = 300
const CALL_MS = 20_000

/**
 * Cards through Stripe's own page (Checkout): authorised when the customer pays, captured when it is
 * printed. A payment's reference is its Checkout Session's id; the payment intent carries our id.
 */
export function stripeProvider(settings: Settings): PaymentProvider {
  const stripe = clientOf(settings)

  const sessionOf = ({ reference }: PaymentRow) => {
    if (reference === null) throw new Error('a payment that Stripe was not told of')
    return stripe.checkout.sessions.retrieve(reference, {
      expand: ['payment_intent.latest_charge'],
    })
  }

  return {
    id: 'stripe',

    begin: async (payable) => {
      const session = await stripe.checkout.sessions.create(sessionRequest(payable, settings), {
        idempotencyKey: `${payable.payment.id}/begin`,
      })
      return { reference: session.id, payUrl: session.url }
    },

    ask: async (payment) => factOf(await sessionOf(payment)),

    capture: async (payment, idempotencyKey) => {
      const intent = intentOf(await sessionOf(payment))
      if (intent?.status !== 'requires_capture') return
      await carryOut(
        () => stripe.paymentIntents.capture(intent.id, {}, { idempotencyKey }),
        async () => intentOf(await sessionOf(payment))?.status !== 'requires_capture',
      )
    },

    giveBack: async (payment, idempotencyKey) => {
      const session = await sessionOf(payment)
      const before = standing(session)
      await carryOut(
        () => giveBack(stripe, session, idempotencyKey),
        async () => standing(await sessionOf(payment)) !== before,
      )
    },

    readWebhook: (body, headers) => {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') return null
      const event = verified(stripe, body, signature, settings.webhookSecret)
      return event && { eventId: event.id, reference: referenceOf(event) }
    },
  }
}

function clientOf({ key, host }: Settings): Stripe {
  const options = { telemetry: false, timeout: CALL_MS, maxNetworkRetries: 1 }
  if (host === null) return new Stripe(key, options)
  const { hostname, port, protocol } = new URL(host)
  return new Stripe(key, {
    ...options,
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
  })
}

/** Stripe's page knows these; the others are left to the customer's browser. */
const stripeLocales: Readonly<
  Partial<Record<LocaleCode, Stripe.Checkout.SessionCreateParams.Locale>>
> = {
  'zh-cn': 'zh',
  'zh-tc': 'zh-TW',
  'po-po': 'pt',
  'dm-dm': 'da',
  'de-de': 'de',
  'en-us': 'en',
  'es-es': 'es',
  'fl-fl': 'fi',
  'fr-fr': 'fr',
  'hun-hun': 'hu',
  'it-it': 'it',
  'ja-ja': 'ja',
  'ko-ko': 'ko',
  'nl-nl': 'nl',
  'pl-pl': 'pl',
  'ru-ru': 'ru',
  'sl-sl': 'sl',
  'th-th': 'th',
  'tur-tur': 'tr',
  'vn-vn': 'vi',
}

function sessionRequest(
  { payment, orderNumber, shop }: Payable,
  { appUrl }: Settings,
): Stripe.Checkout.SessionCreateParams {
  const back = (screen: string, more = '') =>
    new URL(`/#/pages/mine/${screen}?order=${orderNumber}${more}`, appUrl).href
  const metadata = { payment: payment.id, order: orderNumber }
  return {
    mode: 'payment',
    client_reference_id: payment.id,
    locale: stripeLocales[payment.language] ?? 'auto',
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: payment.currency.toLowerCase(),
          unit_amount: payment.minor,
          product_data: { name: `${shop}, ${orderNumber}` },
        },
      },
    ],
    payment_intent_data: { capture_method: 'manual', metadata },
    metadata,
    success_url: back('pay_success'),
    cancel_url: back('pay_fail', '&result=cancelled'),
  }
}

type Intent = Stripe.PaymentIntent

const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session): Intent | null =>
  typeof intent === 'object' ? intent : null

const isRefunded = ({ latest_charge: charge }: Intent): boolean =>
  typeof charge === 'object' && charge !== null && charge.refunded

/** What can be done with a payment changes exactly where this does. */
const standing = (session: Stripe.Checkout.Session): string => {
  const intent = intentOf(session)
  return `${session.status} ${intent?.status} ${intent !== null && isRefunded(intent)}`
}

function factOf(session: Stripe.Checkout.Session): ProviderFact | null {
  const intent = intentOf(session)
  const money = (minor: number) => ({
    minor,
    currency: (intent?.currency ?? session.currency ?? '').toUpperCase(),
  })
  if (intent?.status === 'requires_capture') {
    return { fact: 'authorised', amount: money(intent.amount_capturable) }
  }
  if (intent?.status === 'succeeded') {
    const fact = isRefunded(intent) ? 'refunded' : 'captured'
    return { fact, amount: money(intent.amount_received) }
  }
  if (intent?.status === 'canceled') return { fact: 'voided', amount: null }
  return session.status === 'expired' ? { fact: 'cancelled', amount: null } : null
}

async function giveBack(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  idempotencyKey: string,
): Promise<unknown> {
  const intent = intentOf(session)
  if (intent?.status === 'requires_capture') {
    return await stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey })
  }
  if (intent?.status === 'succeeded') {
    if (isRefunded(intent)) return
    return await stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey })
  }
  if (session.status === 'open') return await stripe.checkout.sessions.expire(session.id)
}

/** A request that cannot be granted is final only where nothing changed meanwhile. */
async function carryOut(
  work: () => Promise<unknown>,
  hasMoved: () => Promise<boolean>,
): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    const isNo =
      thrown instanceof Stripe.errors.StripeInvalidRequestError ||
      thrown instanceof Stripe.errors.StripeCardError
    if (!isNo || (await hasMoved())) throw thrown
    throw new ProviderRefused(thrown.code ?? thrown.type)
  }
}

function verified(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secret: string,
): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, SIGNATURE_SECONDS)
  } catch (thrown) {
    if (thrown instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw thrown
  }
}

/** Our own id where the event's object carries it, else the object's. */
function referenceOf({ data: { object } }: Stripe.Event): string {
  if ('metadata' in object && object.metadata?.['payment']) return object.metadata['payment']
  return 'id' in object && typeof object.id === 'string' ? object.id : ''
}
