import type { ProviderId } from '#core/commerce/payments/providers.ts'
import { offlineProvider } from './offline.ts'
import type { PaymentProvider } from './provider.ts'

/** The providers that this deployment knows. */
export interface Payments {
  /** @throws Error for one that is not configured (any more): its payments wait until it is */
  readonly providerOf: (id: ProviderId) => PaymentProvider
  /** Who takes cards; null where nobody does. */
  readonly cards: PaymentProvider | null
}

/** Opens the registry of providers. */
export function openPayments(cards: PaymentProvider | null = null): Payments {
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
