import { z } from 'zod'
import { paymentStates } from '../../commerce/payments/payment-transitions.ts'
import { providerIds } from '../../commerce/payments/providers.ts'
import { isLocaleCode, type LocaleCode } from '../../locales.ts'
import { endpoints, service } from '../service.ts'

const orderNumber = z.string().regex(/^\d{8}-[0-9A-Z]{6}$/)

const paymentSchema = z.object({
  /** Where the customer pays: an address of ours or of the provider's. */
  payUrl: z.string().nullable(),
  provider: z.enum(providerIds).nullable(),
  state: z.enum(paymentStates).nullable(),
})

export const beginPayment = service({
  name: 'Payment.begin',
  endpoint: endpoints.shop,
  summary:
    'Opens the card payment of an unpaid order; the same again while it is open answers the same. In another language it is another payment, and the first one is closed.',
  request: z.object({
    order_number: orderNumber,
    /** Of the page that it is paid on; where it is not said, the one that is open stays as it is. */
    language: z
      .custom<LocaleCode>((code) => typeof code === 'string' && isLocaleCode(code))
      .optional(),
  }),
  answer: paymentSchema,
  refusals: [
    'order-unknown',
    'order-moved-on',
    'station-maintenance',
    'station-out-of-stock',
    'station-faulty',
    'station-offline',
    'payment-unavailable',
  ],
})

export const paymentState = service({
  name: 'Payment.state',
  endpoint: endpoints.shop,
  summary: 'Where an order’s latest payment stands; an open one’s provider is asked.',
  request: z.object({ order_number: orderNumber }),
  answer: paymentSchema,
  refusals: ['order-unknown'],
})
