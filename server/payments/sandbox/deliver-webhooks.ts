import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { sandboxDeliveries } from '../../database/schema.ts'
import { SIGNATURE_HEADER, signWebhook } from './sandbox-signature.ts'

const AT_ONCE = 20
const LEASE_MS = 30_000
const ANSWER_MS = 10_000
const BACK_OFF_MS = 1_000
const BACK_OFF_MAX_MS = 60_000

type Delivery = typeof sandboxDeliveries.$inferSelect

/**
 * Sends the webhooks that are due; one that is not answered with success is sent again, later each
 * time. What a killed server had begun to send is sent again too.
 * @param url of the shop's webhook
 */
export async function deliverWebhooks(
  context: Pick<Context, 'database' | 'now'>,
  key: Buffer,
  url: string,
): Promise<void> {
  const { database, now } = context
  for (;;) {
    const at = now()
    const due = sql`
      select id from ${sandboxDeliveries}
      where done_at is null and due_at <= ${at} and (leased_until is null or leased_until < ${at})
      order by due_at limit ${AT_ONCE} for update skip locked`
    const rows = await database
      .update(sandboxDeliveries)
      .set({
        leasedUntil: new Date(at.getTime() + LEASE_MS),
        tries: sql`${sandboxDeliveries.tries} + 1`,
      })
      .where(sql`${sandboxDeliveries.id} in (${due})`)
      .returning()
    if (rows.length === 0) return
    await Promise.all(rows.map((row) => deliver(context, key, url, row)))
  }
}

async function deliver(
  { database, now }: Pick<Context, 'database' | 'now'>,
  key: Buffer,
  url: string,
  { id, eventId, reference, tries }: Delivery,
): Promise<void> {
  const body = JSON.stringify({ id: eventId, reference })
  const lastError = await send(url, body, signWebhook(key, body, now().getTime()))
  const wait = Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** Math.min(tries - 1, 10))
  await database
    .update(sandboxDeliveries)
    .set(
      lastError === null
        ? { doneAt: now(), lastError }
        : { leasedUntil: null, lastError, dueAt: new Date(now().getTime() + wait) },
    )
    .where(eq(sandboxDeliveries.id, id))
}

/** Null where it was taken in. */
async function send(url: string, body: string, signature: string): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signature },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await response.arrayBuffer()
    return response.ok ? null : `HTTP ${response.status}`
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}
