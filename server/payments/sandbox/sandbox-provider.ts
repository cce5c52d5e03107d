import type { PaymentFact } from '#core/commerce/payments/payment-transitions.ts'
import type { PaymentRow } from '../../database/schema.ts'
import type { PaymentProvider } from '../provider.ts'
import type { SandboxBank } from './sandbox-bank.ts'
import { isSigned, SIGNATURE_HEADER, sandboxWebhookSchema } from './sandbox-signature.ts'
import type { SandboxState } from './sandbox-states.ts'

const facts: Readonly<Record<SandboxState, PaymentFact | null>> = {
  open: null,
  confirming: null,
  authorised: 'authorised',
  declined: 'declined',
  cancelled: 'cancelled',
  captured: 'captured',
  voided: 'voided',
  refunded: 'refunded',
}

/**
 * The shop's side of the sandbox: test cards, nobody's money.
 * @param keys of webhooks that are believed
 */
export function sandboxProvider(
  bank: SandboxBank,
  keys: readonly Buffer[],
  now: () => Date,
): PaymentProvider {
  return {
    id: 'sandbox',

    begin: async ({ payment, orderNumber, shop }) => {
      const { id, minor, currency, language } = payment
      const { reference } = await bank.open({
        key: id,
        minor,
        currency,
        orderNumber,
        shop,
        language,
      })
      return { reference, payUrl: `/pay.html?reference=${reference}&language=${language}` }
    },

    ask: async (payment) => {
      const known = await bank.find(referenceOf(payment))
      if (known === null) throw new Error('a payment that the sandbox does not know')
      const fact = facts[known.state]
      const { minor, currency } = known
      return fact && { fact, amount: { minor, currency } }
    },

    capture: async (payment) => {
      await bank.capture(referenceOf(payment))
    },

    giveBack: (payment) => bank.giveBack(referenceOf(payment)),

    readWebhook: (body, headers) => {
      const signature = headers[SIGNATURE_HEADER]
      if (typeof signature !== 'string') return null
      const at = now().getTime()
      if (!keys.some((key) => isSigned(key, body, signature, at))) return null
      const { id, reference } = sandboxWebhookSchema.parse(JSON.parse(body.toString('utf8')))
      return { eventId: id, reference }
    },
  }
}

function referenceOf({ reference }: PaymentRow): string {
  if (reference === null) throw new Error('a payment that the sandbox was not told of')
  return reference
}
