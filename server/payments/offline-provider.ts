import type { PaymentProvider } from './provider.ts'

/**
 * Money over the counter: it is taken the moment staff says so, and given back the moment staff says
 * that it was handed back. Nobody else is asked.
 */
export const offlineProvider: PaymentProvider = {
  id: 'offline',
  begin: async ({ payment }) => ({ reference: payment.id, payUrl: null }),
  ask: async ({ state, minor, currency }) =>
    state === 'capture-due' ? { fact: 'captured', amount: { minor, currency } } : null,
  capture: async () => {},
  // Its end is staff's word: `confirmHandedBack`.
  giveBack: async () => {},
  readWebhook: () => null,
}
