import { hash } from 'node:crypto'
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AuditAct, AuditEvent } from '#core/contract/entities/staff.ts'
import { type Handlers, Paged, type StaffCaller } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Database, Queries } from '../database/connect.ts'
import { auditEvents, staffAccounts } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { machinesOf } from './scope.ts'

type Facts = Readonly<Record<string, unknown>>

/** What was done, and how things stood before and after it. */
export interface Written {
  readonly machineId?: string
  /** Whose trail it is besides the actor's own. */
  readonly partnerId?: string
  readonly subject: string
  readonly reason?: string
  readonly before?: Facts
  readonly after?: Facts
}

interface Act {
  readonly key: string
  readonly act: AuditAct
  /** All that is asked under the key: the same key with another request is no repetition. */
  readonly request?: object
}

type Actor = Pick<StaffCaller, 'accountId' | 'partnerId'>

/** Who runs the server: the command adds partners and machines, and has no account. */
export const command = { accountId: null, partnerId: null } as const

/** Adds a line to the trail; nothing takes one away. */
export async function writeAudit(
  queries: Queries,
  { accountId, partnerId }: Actor | typeof command,
  { request, ...written }: Written & Act & { readonly at: Date },
): Promise<void> {
  const requestHash = hashOf(request)
  await queries.insert(auditEvents).values({ partnerId, ...written, requestHash, accountId })
}

/** Validated requests name their fields in the order of their schema: the same one is the same text. */
const hashOf = (request: object | undefined): string | null =>
  request === undefined ? null : hash('sha256', JSON.stringify(request), 'base64url')

/**
 * Does something once and writes down who did it, in one transaction. The same key again does nothing
 * more: the answer to it was lost, and is asked for anew.
 * @throws Refused `already-done` where the key was used for something else
 */
export async function actOnce(
  context: Context,
  caller: Actor,
  act: Act & Pick<Written, 'subject'>,
  work: (tx: TransactionOf, at: Date) => Promise<Omit<Written, 'subject'>>,
): Promise<void> {
  if (await wasDone(context.database, caller, act)) return
  try {
    await context.database.transaction(async (tx) => {
      const at = context.now()
      const written = await work(tx, at)
      await writeAudit(tx, caller, { ...act, ...written, at })
    })
  } catch (thrown) {
    // The same call came twice at once, and the other one was through first.
    const twice = isUniqueViolation(thrown) || thrown instanceof Refused
    if (!twice || !(await wasDone(context.database, caller, act))) throw thrown
  }
}

export type TransactionOf = Parameters<Parameters<Database['transaction']>[0]>[0]

/** What the trail says of a key: what was done with it, or null. */
export async function actOfKey(queries: Queries, { accountId }: Actor, key: string) {
  const [done] = await queries
    .select({
      act: auditEvents.act,
      subject: auditEvents.subject,
      requestHash: auditEvents.requestHash,
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.accountId, accountId), eq(auditEvents.key, key)))
  return done ?? null
}

/** @throws Refused `already-done` where the key was used for something else */
export async function wasDone(
  queries: Queries,
  actor: Actor,
  { key, act, subject, request }: Act & Pick<Written, 'subject'>,
): Promise<boolean> {
  const done = await actOfKey(queries, actor, key)
  if (done === null) return false
  // A release before this one kept no hash.
  const isSame = done.requestHash === null || done.requestHash === hashOf(request)
  if (done.act !== act || done.subject !== subject || !isSame) throw new Refused('already-done')
  return true
}

const factsOf = (kept: unknown): Facts | null =>
  typeof kept === 'object' && kept !== null ? { ...kept } : null

/** The trail of one's machines, one's partner, and one's own acts. */
export function auditHandlers({ database }: Context): Handlers<'auditTrail'> {
  return {
    auditTrail: async ({ caller, page }) => {
      const where = visibleTo(caller)
      const rows = await database
        .select({ event: auditEvents, by: staffAccounts.username })
        .from(auditEvents)
        .leftJoin(staffAccounts, eq(staffAccounts.id, auditEvents.accountId))
        .where(where)
        .orderBy(desc(auditEvents.id))
        .limit(page.pageSize)
        .offset((page.pageNum - 1) * page.pageSize)
      const [all] = await database
        .select({ count: sql<number>`count(*)::int` })
        .from(auditEvents)
        .where(where)
      const events = rows.map(
        ({ event, by }): AuditEvent => ({
          id: event.id,
          atMs: event.at.getTime(),
          by,
          act: event.act,
          machine_id: event.machineId,
          subject: event.subject,
          reason: event.reason,
          before: factsOf(event.before),
          after: factsOf(event.after),
        }),
      )
      return new Paged(events, all?.count ?? 0)
    },
  }
}

const visibleTo = (caller: StaffCaller): SQL | undefined =>
  or(
    eq(auditEvents.accountId, caller.accountId),
    caller.role === 'operator' ? isNull(auditEvents.accountId) : undefined,
    caller.partnerId === null ? undefined : eq(auditEvents.partnerId, caller.partnerId),
    sql`${auditEvents.machineId} in ${machinesOf(caller)}`,
  )
