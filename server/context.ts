import type { FastifyBaseLogger } from 'fastify'
import type { Messages } from './accounts/messages/messages.ts'
import type { Admit } from './calls/flood.ts'
import type { Caller } from './calls/handler.ts'
import type { Rates } from './calls/rates.ts'
import type { ServerConfig } from './config.ts'
import type { Database } from './database/connect.ts'
import type { News } from './events/news.ts'
import type { BlobStore } from './files/blob.ts'
import type { ImagingQueue } from './imaging/queue.ts'
import type { Secrets } from './operation/secrets.ts'
import type { Tracing } from './operation/tracing.ts'
import type { Payments } from './payments/payments.ts'
import type { Claims } from './stations/claims.ts'
import type { WaitingOrders } from './stations/waiting.ts'

/** What every module of the server uses. */
export interface Context extends Secrets {
  readonly config: ServerConfig
  readonly database: Database
  readonly files: BlobStore
  readonly claims: Claims
  readonly messages: Messages
  readonly payments: Payments
  readonly news: News
  readonly rates: Rates
  readonly admit: Admit
  /** Who a token belongs to, or null. */
  readonly callerOf: (token: string) => Promise<Caller | null>
  readonly waiting: WaitingOrders
  readonly imaging: {
    /** Null where this deployment runs no image tools. */
    readonly queue: ImagingQueue | null
    /** Ends the uploads of photos that one customer has begun to send for a tool. */
    readonly forgetUploads: (customerId: string) => Promise<void>
  }
  readonly log: FastifyBaseLogger
  readonly tracing: Tracing
  readonly now: () => Date
}
