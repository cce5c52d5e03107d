import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { isExplained } from '#core/catalogue/product-geometry.ts'
import { stockNeed } from '#core/catalogue/stock-item.ts'
import { placedOrder } from '#core/commerce/orders/order-transitions.ts'
import { impose } from '#core/commerce/sizes/imposition.ts'
import type { Size } from '#core/commerce/sizes/size.ts'
import type { placeOrder } from '#core/contract/services/orders.ts'
import type { Geometry } from '#core/design/document.ts'
import { bleedBox } from '#core/design/geometry.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { addresses, files, orderEvents, orders, placements } from '../database/schema.ts'
import { takeCoupon } from '../shop/coupons.ts'
import { priceList, quoteBasket } from '../shop/price-list.ts'
import { type MachineRow, machineRow, stationTrouble } from '../stations/machines.ts'
import type { OrderRow } from './move-order.ts'
import { newOrderNumber, newPickupCode } from './order-number.ts'
import { reserveSlot, reserveStock } from './reservations.ts'

type OrderRequest = z.output<(typeof placeOrder)['request']>

/** Files that a machine prints, and files that a list shows. */
const printTypes = ['image/png', 'application/pdf']
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']

/** Only cakes lie on a sheet: every case is a blank of its own. */
const sizeOnSheet = ({ design, size }: OrderRequest): Size | null =>
  design.product.kind === 'cake' ? size : null

/**
 * Places an order in one transaction: either everything that it takes is reserved and its price is
 * fixed, or nothing has happened. The same key with the same request answers the order of the first
 * time; a refusal leaves the key unused.
 */
export async function placeOrderOnce(
  context: Context,
  customerId: string,
  request: OrderRequest,
): Promise<OrderRow> {
  return await context.database.transaction(async (tx) => {
    const known = await claimKey(tx, customerId, request)
    if (known !== null) return known
    const placed = await place(tx, context, customerId, request)
    await tx
      .update(placements)
      .set({ orderId: placed.id })
      .where(and(eq(placements.customerId, customerId), eq(placements.key, request.idempotencyKey)))
    return placed
  })
}

/**
 * The same request from another tab: its claim was exchanged by itself and its files were uploaded by
 * themselves, so the print file counts by its bytes and the picture for lists not at all.
 */
async function requestHash(
  tx: Queries,
  customerId: string,
  request: OrderRequest,
): Promise<string> {
  const { claim: _claim, idempotencyKey: _key, previewFile: _preview, printFile, ...rest } = request
  const [file] = await tx
    .select({ sha256: files.sha256 })
    .from(files)
    .where(and(eq(files.id, printFile), eq(files.customerId, customerId)))
  const text = JSON.stringify({ ...rest, printFile: file?.sha256 ?? printFile })
  return createHash('sha256').update(text).digest('base64url')
}

/** Takes the key, or answers the order that it stands for; waits for a placement under way. */
async function claimKey(
  tx: Queries,
  customerId: string,
  request: OrderRequest,
): Promise<OrderRow | null> {
  const bodyHash = await requestHash(tx, customerId, request)
  const key = request.idempotencyKey
  const taken = await tx
    .insert(placements)
    .values({ customerId, key, bodyHash })
    .onConflictDoNothing()
    .returning({ key: placements.key })
  if (taken.length === 1) return null
  const [first] = await tx
    .select()
    .from(placements)
    .where(and(eq(placements.customerId, customerId), eq(placements.key, key)))
  if (first === undefined || first.bodyHash !== bodyHash || first.orderId === null) {
    throw new Refused('key-reused')
  }
  const [order] = await tx.select().from(orders).where(eq(orders.id, first.orderId))
  if (order === undefined) throw new Error(`placement ${key} has no order`)
  return order
}

async function place(
  tx: Queries,
  context: Context,
  customerId: string,
  request: OrderRequest,
): Promise<OrderRow> {
  const machine = await machineRow(tx, request.machine_id)
  if (!context.claims.isValid(machine.id, request.claim)) throw new Refused('not-scanned')
  const trouble = stationTrouble(machine)
  if (trouble !== null) throw new Refused(trouble)
  checkPrintable(machine, request)
  await checkFiles(tx, customerId, request)
  const address = await addressOf(tx, customerId, request)
  const quote = await quoteRequest(tx, context, request)

  const held = await reserve(tx, machine.id, request)
  const now = context.now()
  const order = await insertOrder(tx, {
    ...placedOrder,
    ...requestedColumns(request),
    ...held,
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

/** Takes stock and slot; the slot last, because its machine's row stays locked. */
async function reserve(tx: Queries, machineId: string, request: OrderRequest) {
  const { design, quantity } = request
  const need = stockNeed(design.product)
  if (need.kind === 'unknown') throw new Refused('colour-system')
  const stockItem = need.kind === 'item' ? need.item : null
  // Copies that lie on one sheet take one sheet.
  const stockQuantity = sizeOnSheet(request) === null ? quantity : 1
  if (stockItem !== null) await reserveStock(tx, machineId, stockItem, stockQuantity)
  const printNumber = await reserveSlot(tx, machineId)
  return { stockItem, stockQuantity, holdsStock: stockItem !== null, printNumber }
}

const requestedColumns = (request: OrderRequest) => ({
  machineId: request.machine_id,
  design: request.design,
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

/** @throws Refused `file-unknown` where a file is not an upload of this customer's, of its kind */
async function checkFiles(tx: Queries, customerId: string, request: OrderRequest): Promise<void> {
  const wanted = [
    { id: request.printFile, types: printTypes },
    ...(request.previewFile === null ? [] : [{ id: request.previewFile, types: pictureTypes }]),
  ]
  const ids = wanted.map(({ id }) => id)
  const rows = await tx
    .select({ id: files.id, mediaType: files.mediaType })
    .from(files)
    .where(and(eq(files.customerId, customerId), inArray(files.id, ids)))
  for (const { id, types } of wanted) {
    const row = rows.find((each) => each.id === id)
    if (row === undefined || !types.includes(row.mediaType)) throw new Refused('file-unknown')
  }
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
  values: Omit<typeof orders.$inferInsert, 'orderNumber'>,
): Promise<OrderRow> {
  for (;;) {
    const orderNumber = newOrderNumber(values.placedAt ?? new Date())
    const [row] = await tx
      .insert(orders)
      .values({ ...values, orderNumber })
      .onConflictDoNothing({ target: orders.orderNumber })
      .returning()
    if (row !== undefined) return row
  }
}
