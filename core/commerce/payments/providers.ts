/** Who takes a customer's money (decisions, "Payment"). */
export const providerIds = ['sandbox', 'stripe', 'offline'] as const
export type ProviderId = (typeof providerIds)[number]
