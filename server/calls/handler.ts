import type { z } from 'zod'
import type { Page, TimeWindow } from '#core/contract/paging.ts'
import type { Service } from '#core/contract/service.ts'
import type { ServiceKey, services } from '#core/contract/services.ts'

/** Who calls; the token's hash is what logging out revokes. */
export interface Caller {
  readonly customerId: string
  readonly tokenHash: string
}

/** One call after validation. */
export interface Call<Of extends Service> {
  readonly request: z.output<Of['request']>
  /** Of services that need no token it is null, even where one was sent. */
  readonly caller: Of['token'] extends 'customer' ? Caller : Caller | null
  readonly page: Page
  readonly window: TimeWindow
  /** The network that calls, as limits count it. */
  readonly address: string
  /** What the caller's browser says of itself; empty where it says nothing. */
  readonly userAgent: string
  /** Ends when the caller hangs up. */
  readonly signal: AbortSignal
}

/** A page and how many there are in all. */
export class Paged<T> {
  constructor(
    readonly rows: T,
    readonly count: number,
  ) {}
}

type Answers<Of extends Service> = z.input<Of['answer']>

export type Handler<Of extends Service> = (
  call: Call<Of>,
) => Promise<Answers<Of> | Paged<Answers<Of>>>

/** What a handler answers: any part of the contract. */
export type Handlers<Keys extends ServiceKey = ServiceKey> = {
  readonly [Key in Keys]: Handler<(typeof services)[Key]>
}
