import type { FastifyBaseLogger } from 'fastify'
import type { ServerConfig } from './config.ts'
import type { Database } from './database/connect.ts'
import type { FileRoom } from './files/file-room.ts'
import type { OrderNews } from './orders/order-news.ts'
import type { Claims } from './stations/claims.ts'

/** What every room of the server stands on. */
export interface Context {
  readonly config: ServerConfig
  readonly database: Database
  readonly files: FileRoom
  readonly claims: Claims
  readonly news: OrderNews
  readonly log: FastifyBaseLogger
  readonly now: () => Date
}
