import { z } from 'zod'

/** What the outbox carries to a payment's provider. */
export const providerTask = z.object({
  paymentId: z.uuid(),
  ask: z.enum(['capture', 'return']),
})
export type ProviderTask = z.infer<typeof providerTask>
