import type { z } from 'zod'
import type { Refusal } from '../refusals.ts'
import type { StaffRole } from './entities/staff.ts'

/** The addresses that take `s` = `Service.method` (specification and decisions, "Calls"). */
export const endpoints = {
  shop: '/shop/index',
  baking: '/baking/index',
  partner: '/partnerapplets/index',
  fonts: '/api/material/mchineFontFamilyList',
} as const
export type Endpoint = (typeof endpoints)[keyof typeof endpoints]

/** One call: everything that client, server, validation and documentation are derived from. */
export interface Service<
  Request extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
> {
  /** `Service.method`, sent as `s`. */
  readonly name: string
  readonly endpoint: Endpoint
  /** How our client sends it; the server takes JSON and forms for every service. */
  readonly body: 'json' | 'form'
  /** Whose the header `token` must be. */
  readonly token: 'none' | 'customer' | 'staff'
  /** Of staff's services: who may call them; to the others they are unknown. */
  readonly roles: readonly StaffRole[]
  readonly paging: 'none' | 'page' | 'window'
  readonly summary: string
  readonly request: Request
  readonly answer: Answer
  /** Beyond `signed-out`, `fields-wrong`, `too-many-calls` and `server-fault`, which any may give. */
  readonly refusals: readonly Refusal[]
}

type Described<Request extends z.ZodObject, Answer extends z.ZodType> = Pick<
  Service<Request, Answer>,
  'name' | 'endpoint' | 'summary' | 'request' | 'answer'
> &
  Partial<Omit<Service<Request, Answer>, 'token'>>

const defaults = { body: 'json', paging: 'none', refusals: [], roles: [] } as const

/** A service for signed-in customers: JSON and unpaged, unless it says otherwise. */
export const service = <Request extends z.ZodObject, Answer extends z.ZodType>(
  described: Described<Request, Answer>,
): Service<Request, Answer> & { readonly token: 'customer' } => ({
  ...defaults,
  ...described,
  token: 'customer',
})

/** A service that anybody may call. */
export const openService = <Request extends z.ZodObject, Answer extends z.ZodType>(
  described: Described<Request, Answer>,
): Service<Request, Answer> & { readonly token: 'none' } => ({
  ...defaults,
  ...described,
  token: 'none',
})

/** A service for staff or partners who have shown their second factor. */
export const staffService = <Request extends z.ZodObject, Answer extends z.ZodType>(
  described: Described<Request, Answer> & Pick<Service, 'roles'>,
): Service<Request, Answer> & { readonly token: 'staff' } => ({
  ...defaults,
  ...described,
  token: 'staff',
})

export type RequestOf<Of extends Service> = z.input<Of['request']>
export type AnswerOf<Of extends Service> = z.output<Of['answer']>
