import { hash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Refusal } from '#core/refusals.ts'
import type { Caller } from '../../calls/handler.ts'
import { Refused } from '../../calls/refused.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/connect.ts'
import { type OrderRow, orderColumns, orders, placements } from '../../database/schema.ts'
import { violatedConstraint } from '../../database/violations.ts'
import { holdPrices } from '../../shop/price-list.ts'
import { judge } from './judge-request.ts'
import { orderAsked } from './order-asked.ts'
import type { OrderRequest } from './order-request.ts'
import { createPlacing, type Placed } from './place-orders.ts'
import { type KnownFiles, type OrderedMachine, openReadings } from './readings.ts'
import { unpaidLimits } from './unpaid-limits.ts'

/** Who places an order: a customer, and the network that calls. */
export interface Orderer {
  readonly caller: Caller
  readonly address: string
}

/** An order as it was placed, with what its customer is answered. */
export interface Placement {
  readonly order: OrderRow
  readonly machine: OrderedMachine
  /** Whether it was placed now, and not by an earlier request of the same key. */
  readonly isNew: boolean
}

/** What may be granted by the prices of now, where it was refused by those that were read last. */
const byPrices: readonly Refusal[] = ['price-changed', 'colour-system']

/** Of one request: an order number is taken once in 900 million, and prices seldom change. */
const TRIES = 3

/**
 * Places an order in one transaction: either everything that it takes is reserved and its price is
 * fixed, or nothing has happened. The same key with the same request answers the order of the first
 * time; a refusal leaves the key unused. What needs no lock, above all reading the print file and
 * reckoning the price, is done before.
 */
export function openPlacing(
  context: Context,
): (orderer: Orderer, request: OrderRequest) => Promise<Placement> {
  const { database, config, claims, secret } = context
  const read = openReadings(database)
  const prices = holdPrices(database)
  const place = createPlacing(database)

  return async ({ caller, address }, request) => {
    const { customerId } = caller
    const network = claims.networkMark(address)
    const key = request.idempotencyKey
    for (let tries = 1; ; tries++) {
      const readings = await read({ caller, request })
      const { machine } = readings
      const bodyHash = requestHash(request, readings.known)
      const held = tries === 1 ? prices.held() : null
      const list = held ?? (await prices.read())
      const judged = await judge(context, customerId, readings, list, request)
      if (judged instanceof Refused) {
        if (held !== null && byPrices.includes(judged.refusal)) continue
        const order = await earlierOrder(database, customerId, key, bodyHash)
        if (order === null) throw judged
        return { order, machine, isNew: false }
      }
      const now = context.now()
      const order = orderAsked(request, { customerId, network }, judged, { now, secret })
      const placed = await place({
        order,
        designJson: request.design.json,
        key,
        bodyHash,
        limits: unpaidLimits(machine, config.rateFactor, now),
        pricesVersion: list.version,
      }).catch(numberTaken(tries))
      if (placed === null || (placed.kind === 'prices-old' && tries < TRIES)) continue
      return await placementOf(context, placed, order, machine)
    }
  }
}

/**
 * The order that a key stands for already; waits for a placement of this customer that is under way.
 * @throws Refused `key-reused`
 */
async function earlierOrder(
  database: Database,
  customerId: string,
  key: string,
  bodyHash: string,
): Promise<OrderRow | null> {
  return await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${customerId}, 0))`)
    const [first] = await tx
      .select({ bodyHash: placements.bodyHash, order: orderColumns })
      .from(placements)
      .innerJoin(orders, eq(orders.id, placements.orderId))
      .where(and(eq(placements.customerId, customerId), eq(placements.key, key)))
    if (first === undefined) return null
    if (first.bodyHash !== bodyHash) throw new Refused('key-reused')
    return first.order
  })
}

/** Whether the order number was drawn before, and another may be drawn. */
const numberTaken =
  (tries: number) =>
  (thrown: unknown): null => {
    if (tries < TRIES && violatedConstraint(thrown) === 'orders_number') return null
    throw thrown
  }

async function placementOf(
  { database }: Context,
  placed: Placed,
  order: OrderRow,
  machine: OrderedMachine,
): Promise<Placement> {
  if (placed.kind === 'refused') throw placed.refused
  if (placed.kind === 'prices-old') throw new Refused('price-changed')
  if (placed.kind === 'placed') {
    return { order: { ...order, printNumber: placed.printNumber }, machine, isNew: true }
  }
  const [earlier] = await database
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.id, placed.orderId))
  if (earlier === undefined) throw new Error('a key stands for no order')
  return { order: earlier, machine, isNew: false }
}

/**
 * The same request from another tab: its claim was exchanged by itself and its files were uploaded by
 * themselves, so the print file counts by its bytes and the picture for lists not at all.
 */
function requestHash(request: OrderRequest, known: KnownFiles): string {
  const file = known.find(({ id }) => id === request.printFile)
  // Each field is named, as in `orderAsked`; in this order, in which the hashes of before were made.
  const same: Omit<OrderRequest, 'claim' | 'idempotencyKey' | 'previewFile'> = {
    machine_id: request.machine_id,
    quantity: request.quantity,
    pickup: request.pickup,
    coupon: request.coupon,
    design: request.design,
    size: request.size,
    addressId: request.addressId,
    promotionNumber: request.promotionNumber,
    remarks: request.remarks,
    expectedTotalMinor: request.expectedTotalMinor,
    payOffline: request.payOffline,
    terminal: request.terminal,
    promoter_id: request.promoter_id,
    Distribution: request.Distribution,
    printFile: file?.sha256 ?? request.printFile,
  }
  return hash('sha256', JSON.stringify(same), 'base64url')
}
