import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A webhook that is older is refused: somebody may have recorded it. */
const HOLDS_MS = 5 * 60_000

export const SIGNATURE_HEADER = 'stampa-signature'

export const sandboxWebhookSchema = z.object({ id: z.uuid(), reference: z.string().min(1).max(64) })

/** The key of the sandbox's webhooks, made of the deployment's secret. */
export const webhookKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update('sandbox webhooks').digest()

/** A webhook's signature: over its moment and its bytes. */
export const signWebhook = (key: Buffer, body: string | Buffer, atMs: number): string =>
  `t=${atMs},v1=${createHmac('sha256', key).update(`${atMs}.`).update(body).digest('hex')}`

/** Whether a signature is this key's, and young enough. */
export function isSigned(key: Buffer, body: Buffer, signature: string, nowMs: number): boolean {
  const atMs = Number(/^t=(\d{1,15}),/.exec(signature)?.[1] ?? 'NaN')
  if (!(Math.abs(nowMs - atMs) <= HOLDS_MS)) return false
  const [given, right] = [Buffer.from(signature), Buffer.from(signWebhook(key, body, atMs))]
  return given.length === right.length && timingSafeEqual(given, right)
}
