import type { ProviderId } from '#core/commerce/payments/providers.ts'
import type { ServerConfig } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { knownSecrets, type Secrets } from '../operation/secrets.ts'
import { offlineProvider } from './offline-provider.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandboxBank, type SandboxBank } from './sandbox/sandbox-bank.ts'
import { sandboxProvider } from './sandbox/sandbox-provider.ts'
import { webhookKey } from './sandbox/sandbox-signature.ts'
import { stripeProvider } from './stripe/stripe-provider.ts'

/** The providers that this deployment knows. */
export interface Payments {
  /** @throws Error for one that is not configured (any more): its payments wait until it is */
  readonly providerOf: (id: ProviderId) => PaymentProvider
  /** Who takes cards; null where nobody does. */
  readonly cards: PaymentProvider | null
  /** The sandbox's own side, where it is the one. */
  readonly sandbox: SandboxBank | null
}

/** Opens the registry of providers. */
export function openPayments(
  { payments }: Pick<ServerConfig, 'payments'>,
  given: Secrets & { readonly database: Database; readonly now: () => Date },
): Payments {
  const sandbox = payments.kind === 'sandbox' ? createSandboxBank(given) : null
  const cards =
    payments.kind === 'stripe'
      ? stripeProvider(payments)
      : sandbox && sandboxProvider(sandbox, knownSecrets(given).map(webhookKey), given.now)
  const known = [offlineProvider, ...(cards === null ? [] : [cards])]
  return {
    cards,
    sandbox,
    providerOf: (id) => {
      const provider = known.find((each) => each.id === id)
      if (provider === undefined) throw new Error(`the payment provider ${id} is not configured`)
      return provider
    },
  }
}
