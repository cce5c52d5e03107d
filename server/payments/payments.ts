import type { ProviderId } from '#core/commerce/payments/providers.ts'
import type { ServerConfig } from '../config.ts'
import { offlineProvider } from './offline-provider.ts'
import type { PaymentProvider } from './provider.ts'
import { stripeProvider } from './stripe/stripe-provider.ts'

/** The providers that this deployment knows. */
export interface Payments {
  /** @throws Error for one that is not configured (any more): its payments wait until it is */
  readonly providerOf: (id: ProviderId) => PaymentProvider
  /** Who takes cards; null where nobody does. */
  readonly cards: PaymentProvider | null
}

/** Opens the registry of providers. */
export function openPayments({ payments }: Pick<ServerConfig, 'payments'>): Payments {
  const cards = payments.kind === 'stripe' ? stripeProvider(payments) : null
  const known = [offlineProvider, ...(cards === null ? [] : [cards])]
  return {
    cards,
    providerOf: (id) => {
      const provider = known.find((each) => each.id === id)
      if (provider === undefined) throw new Error(`the payment provider ${id} is not configured`)
      return provider
    },
  }
}
