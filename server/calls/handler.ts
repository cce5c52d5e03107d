import type { z } from 'zod'
import type { StaffRole } from '#core/contract/entities/staff.ts'
import type { Page, TimeWindow } from '#core/contract/paging.ts'
import type { Service } from '#core/contract/service.ts'
import type { ServiceKey, services } from '#core/contract/services.ts'

/** Who calls; the token's hash is what logging out revokes. */
export interface Caller {
  readonly customerId: string
  readonly tokenHash: string
}

/**
 * Says who a token belongs to, or null, having counted the call against all limits that depend on no
 * field of it, and may read ahead what its fields name, before they are validated.
 * @throws Refused `too-many-calls`
 */
export type Arrive = (
  token: string,
  fields: Readonly<Record<string, unknown>>,
) => Promise<Caller | null>

/** One of the staff, or a partner's: signed in with both factors. */
export interface StaffCaller {
  readonly accountId: string
  readonly username: string
  readonly role: StaffRole
  /** Of a partner's accounts alone. */
  readonly partnerId: string | null
  readonly tokenHash: string
}

type CallerOf<Token extends Service['token']> = Token extends 'customer'
  ? Caller
  : Token extends 'staff'
    ? StaffCaller
    : null

/** One call after validation. */
export interface Call<Of extends Service> {
  readonly request: z.output<Of['request']>
  /** Of services that need no token it is null, even where one was sent. */
  readonly caller: CallerOf<Of['token']>
  readonly page: Page
  readonly window: TimeWindow
  /** The network that calls, as limits count it. */
  readonly address: string
  /** Whether nobody on the way reads what is sent. */
  readonly encrypted: boolean
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
