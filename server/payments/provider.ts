import type { IncomingHttpHeaders } from 'node:http'
import type { Money } from '#core/commerce/money/money.ts'
import type { PaymentFact } from '#core/commerce/payments/payment-transitions.ts'
import type { ProviderId } from '#core/commerce/payments/providers.ts'
import type { PaymentRow } from '../database/schema.ts'

/** A payment as its provider is told of it. */
export interface Payable {
  readonly payment: PaymentRow
  readonly orderNumber: string
  /** Who is paid: the station's name. */
  readonly shop: string
}

/** What a payment's provider answers when it is asked now. */
export interface ProviderFact {
  readonly fact: PaymentFact
  /** What was authorised or taken; null where nothing was. */
  readonly amount: Money | null
}

/** How a provider names a payment, and where it is paid. */
export interface Opened {
  readonly reference: string
  /** Null where the provider has no page. */
  readonly payUrl: string | null
}

/** What a webhook whose signature holds is about. */
export interface Webhook {
  readonly eventId: string
  readonly reference: string
}

/**
 * Who takes a customer's money (docs/payments.md). Whatever throws is tried again later, but for
 * {@link ProviderRefused}; each call may come twice and must do its work once.
 */
export interface PaymentProvider {
  readonly id: ProviderId
  /** Opens a payment there; the same payment again answers the same. */
  readonly begin: (payable: Payable) => Promise<Opened>
  /** What it knows now; null where nothing has happened yet. */
  readonly ask: (payment: PaymentRow) => Promise<ProviderFact | null>
  /** Takes what was authorised. */
  readonly capture: (payment: PaymentRow, key: string) => Promise<void>
  /** Closes what is open, voids what was authorised, refunds what was taken. */
  readonly giveBack: (payment: PaymentRow, key: string) => Promise<void>
  /** Null where the signature does not hold; a reference of '' where it is about nothing of ours. */
  readonly readWebhook: (body: Buffer, headers: IncomingHttpHeaders) => Webhook | null
}

/** A provider's no that stays no: staff looks. */
export class ProviderRefused extends Error {
  /** @param reason what the provider says, for staff */
  constructor(readonly reason: string) {
    super(reason)
    this.name = 'ProviderRefused'
  }
}
