import { createHash } from 'node:crypto'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isExplained } from '#core/catalogue/product-geometry.ts'
import { stockNeed } from '#core/catalogue/stock-item.ts'
import { placedOrder } from '#core/commerce/orders/order-transitions.ts'
import { impose } from '#core/commerce/sizes/imposition.ts'
import type { Size } from '#core/commerce/sizes/size.ts'
import { orderedProduct } from '#core/contract/entities/ordered-product.ts'
import type { placeOrder } from '#core/contract/services/orders.ts'
import type { Geometry } from '#core/design/document.ts'
import { bleedBox } from '#core/design/geometry.ts'
import { printPage } from '#core/formats/print-page.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import {
  addresses,
  files,
  type OrderRow,
  orderColumns,
  orderEvents,
  orders,
  placements,
} from '../database/schema.ts'
import { takeCoupon } from '../shop/coupons.ts'
import { priceList, quoteBasket } from '../shop/price-list.ts'
import { type MachineRow, machineRow, stationTrouble } from '../stations/machines.ts'
import { checkPrintFile } from './check-print-file.ts'
import { newOrderNumber, newPickupCode } from './order-number.ts'
import { reserveSlot, reserveStock } from './reservations.ts'
import { checkUnpaid } from './unpaid-limits.ts'

type OrderRequest = z.output<(typeof placeOrder)['request']>

/** Files that a machine prints, and files that a list shows. */
const printTypes = ['image/png', 'application/pdf']
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']

/** Only cakes lie on a sheet: every case is a blank of its own. */
const sizeOnSheet = ({ design, size }: OrderRequest): Size | null =>
  design.product.kind === 'cake' ? size : null

/** Who places an order: a customer, and the network that calls. */
export interface Orderer {
  readonly customerId: string
  readonly address: string
}

/** An order as it was placed, with what its customer is answered. */
export interface Placement {
  readonly order: OrderRow
  readonly machine: MachineRow
}

type KnownFiles = readonly (typeof files.$inferSelect)[]

/**
 * Places an order in one transaction: either everything that it takes is reserved and its price is
 * fixed, or nothing has happened. The same key with the same request answers the order of the first
 * time; a refusal leaves the key unused. What needs no lock, above all reading the print file, is
 * judged before.
 */
export async function placeOrderOnce(
  context: Context,
  orderer: Orderer,
  request: OrderRequest,
): Promise<Placement> {
  const machine = await machineRow(context.database, request.machine_id)
  const known = await filesOf(context.database, orderer.customerId, request)
  const judged = await judge(context, machine, known, request).catch((thrown: unknown) => {
    if (thrown instanceof Refused) return thrown
    throw thrown
  })
  return await context.database.transaction(async (tx) => {
    const hash = requestHash(request, known)
    const first = await claimKey(tx, orderer.customerId, request.idempotencyKey, hash)
    if (first !== null) return { order: first, machine }
    if (judged instanceof Refused) throw judged
    const order = await place(tx, context, machine, judged.scan, orderer, request)
    await tx
      .update(placements)
      .set({ orderId: order.id })
      .where(
        and(
          eq(placements.customerId, orderer.customerId),
          eq(placements.key, request.idempotencyKey),
        ),
      )
    return { order, machine }
  })
}

/** Everything that reserves nothing; the scan it was placed by. @throws Refused */
async function judge(
  context: Context,
  machine: MachineRow,
  known: KnownFiles,
  request: OrderRequest,
): Promise<{ readonly scan: string }> {
  const scan = context.claims.scanOf(machine.id, request.claim)
  if (scan === null) throw new Refused('not-scanned')
  const trouble = stationTrouble(machine)
  if (trouble !== null) throw new Refused(trouble)
  checkPrintable(machine, request)
  const print = fileOf(known, request.printFile, printTypes)
  if (request.previewFile !== null) fileOf(known, request.previewFile, pictureTypes)
  await checkPrintFile(context, print, printPage(request.design.product.geometry, machine.dpi))
  return { scan }
}

/**
 * The same request from another tab: its claim was exchanged by itself and its files were uploaded by
 * themselves, so the print file counts by its bytes and the picture for lists not at all.
 */
function requestHash(request: OrderRequest, known: KnownFiles): string {
  const { claim: _claim, idempotencyKey: _key, previewFile: _preview, printFile, ...rest } = request
  const file = known.find(({ id }) => id === printFile)
  const text = JSON.stringify({ ...rest, printFile: file?.sha256 ?? printFile })
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Takes the key, or answers the order that it stands for; waits for a placement under way. One
 * customer's placements take turns, so that what they hold unpaid is counted exactly.
 */
async function claimKey(
  tx: Queries,
  customerId: string,
  key: string,
  bodyHash: string,
): Promise<OrderRow | null> {
  const taken = await tx.execute(sql`
    insert into ${placements} (customer_id, key, body_hash)
    select ${customerId}::uuid, ${key}::uuid, ${bodyHash}
    from pg_advisory_xact_lock(hashtextextended(${customerId}, 0))
    on conflict do nothing returning key`)
  if (taken.rows.length === 1) return null
  const [first] = await tx
    .select({ bodyHash: placements.bodyHash, order: orderColumns })
    .from(placements)
    .innerJoin(orders, eq(orders.id, placements.orderId))
    .where(and(eq(placements.customerId, customerId), eq(placements.key, key)))
  if (first === undefined || first.bodyHash !== bodyHash) throw new Refused('key-reused')
  return first.order
}

async function place(
  tx: Queries,
  context: Context,
  machine: MachineRow,
  scan: string,
  { customerId, address: network }: Orderer,
  request: OrderRequest,
): Promise<OrderRow> {
  const now = context.now()
  const origin = { scan, network: context.claims.networkMark(network) }
  const { coupon } = request
  const factor = context.config.rateFactor
  const { item, quantity } = stockOf(request)
  const stock = item === null ? null : { item, quantity }
  await checkUnpaid(tx, { customerId, ...origin, machine, coupon, stock, factor, now })
  const address = await addressOf(tx, customerId, request)
  const quote = await quoteRequest(tx, context, request)

  const held = await reserve(tx, machine.id, { item, quantity })
  const order = await insertOrder(tx, {
    ...placedOrder,
    ...requestedColumns(request),
    ...held,
    ...origin,
    customerId,
    quote,
    address,
    pickupCode: newPickupCode(),
    payBy: new Date(now.getTime() + limits.payWithinMs),
    placedAt: now,
    changedAt: now,
  })
  const { id: orderId, version } = order
  await tx
    .insert(orderEvents)
    .values({ orderId, version, event: 'placed', actor: 'customer', ...placedOrder, at: now })
  return order
}

/** The blanks that a request takes. @throws Refused `colour-system` */
function stockOf(request: OrderRequest) {
  const need = stockNeed(request.design.product)
  if (need.kind === 'unknown') throw new Refused('colour-system')
  // Copies that lie on one sheet take one sheet.
  const quantity = sizeOnSheet(request) === null ? request.quantity : 1
  return { item: need.kind === 'item' ? need.item : null, quantity }
}

/** Takes stock and slot; the slot last, because its machine's row stays locked. */
async function reserve(
  tx: Queries,
  machineId: string,
  { item, quantity }: ReturnType<typeof stockOf>,
) {
  if (item !== null) await reserveStock(tx, machineId, item, quantity)
  const printNumber = await reserveSlot(tx, machineId)
  return { stockItem: item, stockQuantity: quantity, holdsStock: item !== null, printNumber }
}

const requestedColumns = (request: OrderRequest) => ({
  machineId: request.machine_id,
  // Up to 2 MB that were written once, where they were validated.
  design: sql`${request.design.json}::jsonb`,
  product: orderedProduct(request.design.product),
  printFile: request.printFile,
  previewFile: request.previewFile,
  quantity: request.quantity,
  size: sizeOnSheet(request),
  pickup: request.pickup,
  promotionNumber: request.promotionNumber,
  remarks: request.remarks,
  terminal: request.terminal,
  promoterId: request.promoter_id,
  distribution: request.Distribution,
  payOffline: request.payOffline,
})

/**
 * @throws Refused `product-unknown`, `station-cannot-print`, `too-large`, or `does-not-fit` with the
 *   number that does
 */
function checkPrintable(machine: MachineRow, request: OrderRequest): void {
  const { design, quantity } = request
  const size = sizeOnSheet(request)
  if (!isExplained(design.product)) throw new Refused('product-unknown')
  if (!machine.prints.includes(design.product.kind)) throw new Refused('station-cannot-print')
  const sheet = { widthMm: machine.sheetWidthMm, heightMm: machine.sheetHeightMm }
  const { widthMm, heightMm } = bleedBox(design.product.geometry)
  const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)]
  if (
    short > Math.min(sheet.widthMm, sheet.heightMm) ||
    long > Math.max(sheet.widthMm, sheet.heightMm)
  ) {
    throw new Refused('too-large')
  }
  if (size === null) return
  if (size.quantity !== quantity) {
    throw new Refused('fields-wrong', { fields: { quantity: 'as many as the size has copies' } })
  }
  if (!isSizeOf(size, design.product.geometry)) {
    throw new Refused('fields-wrong', { fields: { size: "one copy is the design's own size" } })
  }
  const laid = impose(size, sheet)
  if (!laid.fits) throw new Refused('does-not-fit', { params: { most: laid.most } })
}

const isSizeOf = (size: Size, { widthMm, heightMm, cornerRadiusMm }: Geometry): boolean =>
  size.widthMm === widthMm && size.heightMm === heightMm && size.cornerRadiusMm === cornerRadiusMm

/** The files that a request names, of this customer's. */
const filesOf = async (
  queries: Queries,
  customerId: string,
  { printFile, previewFile }: OrderRequest,
): Promise<KnownFiles> =>
  await queries
    .select()
    .from(files)
    .where(
      and(
        eq(files.customerId, customerId),
        inArray(files.id, [printFile, ...(previewFile === null ? [] : [previewFile])]),
      ),
    )

/** @throws Refused `file-unknown` where a file is not an upload of this customer's, of its kind */
function fileOf(known: KnownFiles, id: string, types: readonly string[]) {
  const file = known.find((each) => each.id === id)
  if (file === undefined || !types.includes(file.mediaType)) throw new Refused('file-unknown')
  return file
}

/** The order keeps its own copy: an address that is changed later changes no order. */
async function addressOf(tx: Queries, customerId: string, { pickup, addressId }: OrderRequest) {
  if (pickup) return null
  if (addressId === null) throw new Refused('address-unknown')
  const [row] = await tx
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, addressId), eq(addresses.customerId, customerId)))
  if (row === undefined) throw new Refused('address-unknown')
  return row.address
}

/** The server's own price; the coupon's use is counted here. @throws Refused `price-changed` */
async function quoteRequest(tx: Queries, context: Context, request: OrderRequest) {
  const coupon = request.coupon === '' ? null : await takeCoupon(tx, request.coupon, context.now())
  const { product } = request.design
  const quote = quoteBasket({ ...request, product, coupon }, await priceList(tx))
  if (quote.total.minor !== request.expectedTotalMinor) throw new Refused('price-changed')
  return quote
}

async function insertOrder(
  tx: Queries,
  values: Omit<typeof orders.$inferInsert, 'orderNumber' | 'design'> & { readonly design: SQL },
): Promise<OrderRow> {
  for (;;) {
    const orderNumber = newOrderNumber(values.placedAt ?? new Date())
    const [row] = await tx
      .insert(orders)
      .values({ ...values, orderNumber })
      .onConflictDoNothing({ target: orders.orderNumber })
      .returning(orderColumns)
    if (row !== undefined) return row
  }
}
