import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { outbox } from '../database/schema.ts'

/** Rows that one server works on at once. */
const AT_ONCE = 8
/** Another server takes a row up after this: the one that had it is dead, or as good as. */
const LEASE_MS = 60_000
const BACK_OFF_MS = 1_000
const BACK_OFF_MAX_MS = 5 * 60_000
const ERROR_LENGTH = 500

/** One thing that is to be done outside. */
export interface OutboxTask {
  /** Named once and for ever: what the other side knows a repetition by. */
  readonly key: string
  readonly task: unknown
}

type Row = OutboxTask & { readonly id: number; readonly tries: number }

export interface Outbox {
  /** Looks at once for what is due. */
  readonly wake: () => void
  /**
   * Takes nothing more, and settles when what was taken has its end. What has none after `withinMs` is
   * given back: another server takes it up at once, by the same key.
   */
  readonly drain: (withinMs: number) => Promise<void>
}

/**
 * Does what transactions left to be done outside: each row until `carryOut` returns, longer and longer
 * after every failure. Rows are leased, so several servers share the work and a killed one's is done by
 * another.
 */
export function openOutbox(
  { database, log, tracing, now }: Pick<Context, 'database' | 'log' | 'tracing' | 'now'>,
  carryOut: (task: OutboxTask) => Promise<void>,
): Outbox {
  const running = new Map<number, Promise<void>>()
  let closed = false
  let looking: Promise<void> | null = null
  let again = false

  const work = async (row: Row) => {
    try {
      await tracing.span('outbox', { 'stampa.tries': row.tries }, () => carryOut(row))
      const doneAt = now()
      await database
        .update(outbox)
        .set({ doneAt, leasedUntil: null, lastError: null })
        .where(eq(outbox.id, row.id))
    } catch (thrown) {
      log.warn({ err: thrown, key: row.key, tries: row.tries }, 'tried again later')
      await database
        .update(outbox)
        .set({
          leasedUntil: null,
          dueAt: new Date(now().getTime() + backOffMs(row.tries)),
          lastError: errorText(thrown),
        })
        .where(eq(outbox.id, row.id))
    }
  }

  const look = async () => {
    do {
      again = false
      const rows = closed ? [] : await take(AT_ONCE - running.size)
      if (rows.length > 0) again = true
      for (const row of rows) {
        const job = work(row)
          // The lease brings it back.
          .catch((thrown: unknown) => log.error({ err: thrown }, 'the outbox keeps no end'))
          .finally(() => {
            running.delete(row.id)
            wake()
          })
        running.set(row.id, job)
      }
    } while (again)
  }

  const take = async (most: number): Promise<readonly Row[]> => {
    if (most <= 0) return []
    const at = now()
    const due = sql`
      select id from ${outbox}
      where done_at is null and due_at <= ${at} and (leased_until is null or leased_until < ${at})
      order by due_at, id limit ${most} for update skip locked`
    return await database
      .update(outbox)
      .set({ leasedUntil: new Date(at.getTime() + LEASE_MS), tries: sql`${outbox.tries} + 1` })
      .where(sql`${outbox.id} in (${due})`)
      .returning({ id: outbox.id, key: outbox.key, task: outbox.task, tries: outbox.tries })
  }

  const wake = () => {
    again = true
    if (looking !== null || closed) return
    looking = look()
      .catch((thrown: unknown) => log.error({ err: thrown }, 'the outbox cannot be read'))
      .finally(() => {
        looking = null
      })
  }

  const giveBack = async () => {
    log.warn({ rows: running.size }, 'the outbox leaves work to another server')
    await database
      .update(outbox)
      .set({ leasedUntil: null })
      .where(and(inArray(outbox.id, [...running.keys()]), isNull(outbox.doneAt)))
  }

  return {
    wake,
    drain: async (withinMs) => {
      closed = true
      // What is being taken just now is ours to end, too.
      await looking
      const enough = new AbortController()
      const ended = Promise.all(running.values())
      const over = pause(withinMs, undefined, enough).catch(() => {})
      await Promise.race([ended, over])
      enough.abort()
      if (running.size > 0) await giveBack()
    },
  }
}

/** 1 s, 2 s, 4 s and so on, to five minutes. */
const backOffMs = (tries: number): number =>
  Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** Math.min(tries - 1, 20))

const errorText = (thrown: unknown): string =>
  (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(
    0,
    ERROR_LENGTH,
  )
