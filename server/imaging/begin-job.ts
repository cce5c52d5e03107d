import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { StampaError } from '#core/errors.ts'
import { costOf, secondsFor } from '#core/imaging/device/tool-costs.ts'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'
import { type ToolId, toolById } from '#core/imaging/tools/table.ts'
import { inspectPhoto } from '#core/intake/inspect.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { files, type ImagingRow, imagingJobs } from '../database/schema.ts'
import type { ImagingQueue } from './queue.ts'
import { readFile } from './read-file.ts'
import { tooLongBy, waitingTime } from './waiting.ts'

export interface Beginning {
  readonly customerId: string
  readonly photo: string
  readonly tool: ToolId
  readonly settings: ToolSettings
}

/** Turns are given out one after the other, on all servers of a database. */
const TURN_LOCK = 7_823_102

/**
 * Writes a job and puts it into the queue, in one transaction.
 * @throws Refused `fields-wrong`, `file-unknown`, `file-refused`, `too-many-imaging`,
 *   `imaging-unavailable`, `imaging-busy`
 */
export async function beginJob(
  context: Pick<Context, 'database' | 'files' | 'now'>,
  queue: ImagingQueue,
  { customerId, photo, tool, settings: given }: Beginning,
): Promise<ImagingRow> {
  const settings = checkedSettings(tool, given)
  const photoPx = await pixelsOf(context, customerId, photo)
  const costSeconds = secondsFor(costOf(tool, settings), photoPx, { kernels: 1, networks: 1 })
  return await context.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${TURN_LOCK})`)
    await checkRoom(tx, customerId)
    const turn = await nextTurn(tx, customerId)
    const [row] = await tx
      .insert(imagingJobs)
      .values({
        customerId,
        tool,
        settings,
        photoFile: photo,
        turn,
        costSeconds,
        createdAt: context.now(),
      })
      .returning()
    if (row === undefined) throw new Error('a job of imaging was not written')
    await queue.add(tx, row.id, turn)
    return row
  })
}

function checkedSettings(id: ToolId, given: ToolSettings): ToolSettings {
  const parsed = toolById(id)?.settings.strict().safeParse(given)
  if (parsed?.success) return parsed.data
  const [issue] = parsed?.error.issues ?? []
  throw new Refused('fields-wrong', { fields: { settings: issue?.code ?? 'invalid_value' } })
}

/** Pixels of an own photo that was sent for a tool. */
async function pixelsOf(
  { database, files: store }: Pick<Context, 'database' | 'files'>,
  customerId: string,
  id: string,
): Promise<number> {
  const own = and(eq(files.id, id), eq(files.customerId, customerId), eq(files.purpose, 'imaging'))
  const [file] = await database.select().from(files).where(own)
  const bytes = file === undefined ? null : await readFile(store, file)
  if (bytes === null) throw new Refused('file-unknown')
  try {
    const { widthPx, heightPx } = inspectPhoto(bytes)
    return widthPx * heightPx
  } catch (thrown) {
    if (thrown instanceof StampaError) throw new Refused('file-refused')
    throw thrown
  }
}

async function checkRoom(tx: Queries, customerId: string): Promise<void> {
  const open = inArray(imagingJobs.state, ['waiting', 'running'])
  const own = await tx
    .select({ id: imagingJobs.id })
    .from(imagingJobs)
    .where(and(eq(imagingJobs.customerId, customerId), open))
  if (own.length >= limits.imagingJobsMax) {
    throw new Refused('too-many-imaging', { params: { most: limits.imagingJobsMax } })
  }
  const { seconds } = await waitingTime(tx, null)
  if (seconds === null) throw new Refused('imaging-unavailable')
  const over = tooLongBy(seconds)
  if (over !== null) throw new Refused('imaging-busy', { params: { seconds: over } })
}

const turnsSchema = z.object({ served: z.coerce.number(), own: z.coerce.number() })

/**
 * Round-robin by customer: who has nothing open comes into the next round, ahead of those who were
 * in one before; a customer's further jobs come one round after the other. Rounds go on with what
 * is served, so nobody waits for ever. A turn is twice its round, and one more for a further job.
 */
async function nextTurn(tx: Queries, customerId: string): Promise<number> {
  const { rows } = await tx.execute(sql`
    select
      coalesce(
        max(turn / 2) filter (where state = 'running'), min(turn / 2) - 1, 0
      ) as served,
      coalesce(max(turn / 2) filter (where customer_id = ${customerId}), 0) as own
    from imaging_jobs where state in ('waiting', 'running')`)
  const { served, own } = turnsSchema.parse(rows[0])
  return (Math.max(served, own) + 1) * 2 + (own === 0 ? 0 : 1)
}
