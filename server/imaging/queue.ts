import { type SQL, sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import type { Connection, Queries } from '../database/connect.ts'

const QUEUE = 'imaging'
/** A job that a dead server held is failed by us, who know earlier; this is the last resort. */
const EXPIRES_SECONDS = 3600
/** Servers that begin at once make the queue one after the other: side by side they would wait for each other. */
const OPENING_LOCK = 7_823_102
/** How often a job is begun we count ourselves: a server that leaves gives its jobs back. */
const RETRIES = 100

/** The queue of image tools: pg-boss on our own pool, whose jobs carry ours' ids and nothing else. */
export interface ImagingQueue {
  /** In the transaction that writes the job. @param turn lower ones come first */
  readonly add: (tx: Queries, id: string, turn: number) => Promise<void>
  /** The next one whose turn it is, held for its caller; null where none waits. */
  readonly take: () => Promise<string | null>
  /** It is over. */
  readonly done: (id: string) => Promise<void>
  /** It waits again, in its old turn. */
  readonly giveBack: (id: string) => Promise<void>
  /** Whether it waits in the queue, or is held by somebody. */
  readonly has: (id: string) => Promise<boolean>
  readonly remove: (id: string) => Promise<void>
  /** Ends what expired and clears away what is over. */
  readonly tidy: () => Promise<void>
  readonly close: () => Promise<void>
}

/** @throws where the database does not let a schema be made */
export async function openImagingQueue(pool: Connection['pool']): Promise<ImagingQueue> {
  let executor: Pick<Connection['pool'], 'query'> = pool
  // Its own timers and workers would end the process where the database fails them.
  const boss = new PgBoss({
    db: { executeSql: (text, values) => executor.query(text, values) },
    supervise: false,
    schedule: false,
    archiveCompletedAfterSeconds: 60,
    deleteAfterMinutes: 5,
  })
  boss.on('error', () => {})
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [OPENING_LOCK])
    // On the same connection, or as many servers as it has would wait for one more.
    executor = client
    await makeQueue(boss)
  } finally {
    executor = pool
    // With the connection ends the lock.
    client.release(true)
  }
  return {
    add: async (tx, id, turn) => {
      const options = { id, priority: -turn, db: { executeSql: executorOf(tx) } }
      await boss.send(QUEUE, {}, options)
    },
    take: async () => {
      const [job] = await boss.fetch(QUEUE, { batchSize: 1 })
      return job?.id ?? null
    },
    done: (id) => boss.complete(QUEUE, id),
    giveBack: (id) => boss.fail(QUEUE, id),
    has: async (id) => {
      const job = await boss.getJobById(QUEUE, id)
      return job !== null && ['created', 'retry', 'active'].includes(job.state)
    },
    remove: async (id) => {
      await boss.cancel(QUEUE, id)
      await boss.deleteJob(QUEUE, id)
    },
    tidy: () => boss.maintain(),
    close: () => boss.stop({ graceful: false, close: false }),
  }
}

async function makeQueue(boss: PgBoss): Promise<void> {
  await boss.start()
  await boss.createQueue(QUEUE, {
    name: QUEUE,
    retryLimit: RETRIES,
    retryDelay: 0,
    expireInSeconds: EXPIRES_SECONDS,
    retentionHours: 2,
  })
}

const executorOf = (tx: Queries) => async (text: string, values: unknown[]) => {
  const { rows } = await tx.execute(bound(text, values))
  return { rows }
}

/** A text with `$1` placeholders as drizzle runs it in its transaction. */
function bound(text: string, values: readonly unknown[]): SQL {
  const pieces = text.split(/\$(\d+)/)
  const chunks = pieces.map((piece, index) =>
    index % 2 === 0 ? sql.raw(piece) : sql`${sql.param(values[Number(piece) - 1] ?? null)}`,
  )
  return sql.join(chunks)
}
