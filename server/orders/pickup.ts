import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import {
  PICKUP_DIGITS,
  type PickupCode,
  readPickupCode,
  writePickupCode,
} from '#core/commerce/orders/pickup-code.ts'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import type { RateLimit } from '../calls/rate-limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { type OrderRow, orderColumns, orders } from '../database/schema.ts'
import { knownSecrets } from '../operation/secrets.ts'
import { machineRow } from '../stations/machines.ts'
import { moveOrder } from './move-order.ts'

/** As many characters of the signature as carry 132 bits. */
const SIGNATURE_LENGTH = 22

/**
 * Wrong digits at one machine: ten, then one in five seconds. Whoever stands there with a real code is
 * never shut out; signatures cannot be guessed, and are not counted.
 */
const guesses: readonly RateLimit[] = [
  { times: 10, seconds: 600, by: 'address', refused: 'pickup-code-wrong', slowedToSeconds: 5 },
]

const mark = (secret: string, purpose: string, orderId: string): Buffer =>
  createHmac('sha256', secret).update(`pickup ${purpose} ${orderId}`).digest()

/** The digits of an order's pickup code; kept in its row, so that they find it. */
export const pickupDigits = (secret: string, orderId: string): string =>
  String(mark(secret, 'digits', orderId).readUIntBE(0, 6) % 10 ** PICKUP_DIGITS).padStart(
    PICKUP_DIGITS,
    '0',
  )

const signatureOf = (secret: string, orderId: string): string =>
  mark(secret, 'signature', orderId).toString('base64url').slice(0, SIGNATURE_LENGTH)

/** The text of an order's QR code. */
export const pickupQr = (secret: string, { id, orderNumber }: OrderRow): string =>
  writePickupCode(orderNumber, signatureOf(secret, id))

/** Whether an order can be collected now; its code is shown from then on. */
export const isCollectable = (order: Pick<OrderRow, 'stage' | 'pickup'>): boolean =>
  stepOrder(order, 'collected', 'station').kind === 'moved'

type PickupContext = Pick<Context, 'database' | 'secret' | 'previousSecrets' | 'rates' | 'now'>

/**
 * The order that a code stands for, where it can be collected at this machine now.
 * @param text digits as they were typed, or what a QR code says
 * @throws Refused `pickup-code-wrong` for no code or a forged one, `pickup-elsewhere` for another
 *   machine's, `pickup-not-printed`, `pickup-collected` for a used one, `pickup-called-off`,
 *   `too-many-calls` after many wrong digits at this machine
 */
export async function checkPickup(
  context: PickupContext,
  machineId: string,
  text: string,
): Promise<OrderRow> {
  const code = readPickupCode(text)
  if (code?.kind !== 'digits') return await collectableOf(context, machineId, code)
  const settle = await context.rates.count('pickup', guesses, { address: `machine ${machineId}` })
  try {
    const order = await collectableOf(context, machineId, code)
    await settle(null)
    return order
  } catch (thrown) {
    await settle(thrown instanceof Refused ? thrown.refusal : 'server-fault')
    throw thrown
  }
}

/**
 * Hands an order over for its code.
 * @param by who hands it over: of the staff, or which agent
 * @throws Refused as {@link checkPickup} does
 */
export async function collect(
  context: PickupContext,
  machineId: string,
  text: string,
  by: { readonly actor: 'staff' | 'station'; readonly by: string },
): Promise<OrderRow> {
  const order = await checkPickup(context, machineId, text)
  try {
    return await moveOrder(context, order, { event: 'collected', ...by })
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown
    // The same code twice at once: the other one was through first, and now it says why.
    await collectableOf(context, machineId, readPickupCode(text))
    throw thrown
  }
}

/** Orders that a code may stand for: one, but for digits that two of them share. */
async function ordersOf(
  { database, ...secrets }: PickupContext,
  code: PickupCode | null,
): Promise<readonly OrderRow[]> {
  if (code === null) return []
  const named =
    code.kind === 'digits'
      ? eq(orders.pickupCode, code.digits)
      : eq(orders.orderNumber, code.orderNumber)
  const rows = await database.select(orderColumns).from(orders).where(named)
  const isOf = (id: string) =>
    code.kind === 'digits' ||
    knownSecrets(secrets).some((secret) => isSame(code.signature, signatureOf(secret, id)))
  return rows.filter(({ id, pickup }) => pickup && isOf(id))
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The one that can be collected here, or why none can: what comes nearest to it counts. */
async function collectableOf(
  context: PickupContext,
  machineId: string,
  code: PickupCode | null,
): Promise<OrderRow> {
  const found = await ordersOf(context, code)
  const here = found.filter((order) => order.machineId === machineId)
  const order = here.find(isCollectable)
  if (order !== undefined) return order
  if (here.some(isToBePrinted)) throw new Refused('pickup-not-printed')
  if (here.some(({ stage }) => stage === 'pickup-complete')) throw new Refused('pickup-collected')
  if (here.length > 0) throw new Refused('pickup-called-off')
  const [elsewhere] = found
  if (elsewhere === undefined) throw new Refused('pickup-code-wrong')
  const { name } = await machineRow(context.database, elsewhere.machineId)
  throw new Refused('pickup-elsewhere', { params: { station: name } })
}

const isToBePrinted = ({ status }: OrderRow): boolean =>
  status === orderStatus.UNPAY || status === orderStatus.UNDELIVER
