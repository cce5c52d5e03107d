import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker } from '@tus/server'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { uploadLocks } from '../database/schema.ts'

/** Whoever holds an upload says so this often, and has lost it when it is silent for the lease. */
const RENEW_MS = 5_000
const LEASE = sql`clock_timestamp() + interval '20 seconds'`
const RETRY_MS = 100
const GIVE_UP_MS = 30_000

/**
 * One request writes to an upload at a time, on all servers. Who wants to go on with it has the
 * holder give up: its connection may be long dead.
 */
export const createUploadLocks = (context: Pick<Context, 'database' | 'news' | 'log'>): Locker => ({
  newLock: (id) => uploadLock(context, id),
})

function uploadLock(
  { database, news, log }: Pick<Context, 'database' | 'news' | 'log'>,
  uploadId: string,
): Lock {
  const holder = randomUUID()
  const own = and(eq(uploadLocks.uploadId, uploadId), eq(uploadLocks.holder, holder))
  const take = async (): Promise<boolean> => {
    const { rowCount } = await database
      .insert(uploadLocks)
      .values({ uploadId, holder, heldUntil: LEASE })
      .onConflictDoUpdate({
        target: uploadLocks.uploadId,
        set: { holder, heldUntil: LEASE, wanted: false },
        setWhere: sql`${uploadLocks.heldUntil} < clock_timestamp()`,
      })
    return rowCount === 1
  }
  const want = () =>
    database.execute(sql`
      with wanted as (
        update ${uploadLocks} set wanted = true where upload_id = ${uploadId} returning upload_id
      )
      select pg_notify('upload_wanted', upload_id) from wanted`)
  let stop = (): void => {}
  /** Looks whether the lock is still held and wanted by nobody else. */
  const hold = (giveUp: () => unknown): void => {
    const look = () => {
      database
        .update(uploadLocks)
        .set({ heldUntil: LEASE })
        .where(own)
        .returning({ wanted: uploadLocks.wanted })
        .then(
          ([held]) => (held === undefined || held.wanted) && giveUp(),
          (thrown: unknown) => log.warn({ err: thrown }, 'an upload’s lock could not be renewed'),
        )
    }
    const timer = setInterval(look, RENEW_MS)
    const stopHearing = news.on('upload_wanted', uploadId, look)
    stop = () => {
      clearInterval(timer)
      stopHearing()
    }
  }
  return {
    lock: async (signal, giveUp) => {
      const until = performance.now() + GIVE_UP_MS
      while (!(await take())) {
        if (signal.aborted || performance.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT
        await want()
        await pause(RETRY_MS)
      }
      hold(giveUp)
    },
    unlock: async () => {
      stop()
      await database.delete(uploadLocks).where(own)
    },
  }
}
