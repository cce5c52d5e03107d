import type { FastifyRequest } from 'fastify'
import {
  type Page,
  pageSchema,
  pagingHeaders,
  type TimeWindow,
  windowSchema,
} from '#core/contract/paging.ts'
import { Refused } from './refused.ts'
import { fieldErrors } from './validate.ts'

interface Paging {
  readonly page: Page
  readonly window: TimeWindow
}

const headers = pagingHeaders.map((name) => [name, name.toLowerCase()] as const)
/** Of a call that names none, as most do. */
const first: Paging = { page: pageSchema.parse({}), window: windowSchema.parse({}) }

/** Which part of a list a call asks for. @throws Refused `fields-wrong` */
export function readPaging({ headers: sent }: FastifyRequest): Paging {
  const given = headers.flatMap(([name, header]) => {
    const value = sent[header]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  if (given.length === 0) return first
  const fields = Object.fromEntries(given)
  const [page, window] = [pageSchema.safeParse(fields), windowSchema.safeParse(fields)]
  if (!page.success) throw new Refused('fields-wrong', { fields: fieldErrors(page.error) })
  if (!window.success) throw new Refused('fields-wrong', { fields: fieldErrors(window.error) })
  return { page: page.data, window: window.data }
}
