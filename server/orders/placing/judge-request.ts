import { and, eq } from 'drizzle-orm'
import { isExplained } from '#core/catalogue/product-geometry.ts'
import { stockNeed } from '#core/catalogue/stock-item.ts'
import type { PriceList, Quote } from '#core/commerce/pricing/quote.ts'
import { impose } from '#core/commerce/sizes/imposition.ts'
import { fitsSheet } from '#core/commerce/sizes/sheet-fit.ts'
import type { Size } from '#core/commerce/sizes/size.ts'
import type { Geometry } from '#core/design/document.ts'
import { bleedBox } from '#core/design/geometry.ts'
import { printPage } from '#core/formats/print-page.ts'
import { Refused } from '../../calls/refused.ts'
import type { Context } from '../../context.ts'
import { addresses, type OrderRow } from '../../database/schema.ts'
import { findCoupon } from '../../shop/coupons.ts'
import { quoteBasket } from '../../shop/price-list.ts'
import { stationTrouble } from '../../stations/machines.ts'
import { checkPrintFile } from './check-print-file.ts'
import type { OrderRequest } from './order-request.ts'
import type { OrderedMachine, Readings } from './readings.ts'
import { checkFiles } from './requested-files.ts'

/** What a good request comes to; nothing is reserved yet. */
export interface Judged {
  readonly scan: string
  readonly quote: Quote
  readonly address: OrderRow['address']
  /** The blanks that it takes; null where it takes none. */
  readonly stockItem: string | null
  readonly stockQuantity: number
  readonly size: Size | null
}

/** Only cakes lie on a sheet: every case is a blank of its own. */
const sizeOnSheet = ({ design, size }: OrderRequest): Size | null =>
  design.product.kind === 'cake' ? size : null

/** Everything that needs no lock: what the request comes to, or why it is refused. */
export async function judge(
  context: Context,
  customerId: string,
  { machine, known }: Readings,
  prices: PriceList,
  request: OrderRequest,
): Promise<Judged | Refused> {
  try {
    const scan = context.claims.scanOf(machine.id, request.claim)
    if (scan === null) throw new Refused('not-scanned')
    const trouble = stationTrouble(machine)
    if (trouble !== null) throw new Refused(trouble)
    checkPrintable(machine, request)
    const print = checkFiles(known, request)
    await checkPrintFile(context, print, printPage(request.design.product.geometry, machine.dpi))
    const stock = stockOf(request)
    const address = await addressOf(context, customerId, request)
    const quote = await quoteRequest(context, prices, request)
    return { scan, ...stock, address, quote, size: sizeOnSheet(request) }
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown
    throw thrown
  }
}

/** The blanks that a request takes. @throws Refused `colour-system` */
function stockOf(request: OrderRequest): Pick<Judged, 'stockItem' | 'stockQuantity'> {
  const need = stockNeed(request.design.product)
  if (need.kind === 'unknown') throw new Refused('colour-system')
  // Copies that lie on one sheet take one sheet.
  const stockQuantity = sizeOnSheet(request) === null ? request.quantity : 1
  return { stockItem: need.kind === 'item' ? need.item : null, stockQuantity }
}

/**
 * @throws Refused `product-unknown`, `station-cannot-print`, `too-large`, or `does-not-fit` with the
 *   number that does
 */
function checkPrintable(machine: OrderedMachine, request: OrderRequest): void {
  const { design, quantity } = request
  const size = sizeOnSheet(request)
  if (!isExplained(design.product)) throw new Refused('product-unknown')
  if (!machine.prints.includes(design.product.kind)) throw new Refused('station-cannot-print')
  const sheet = { widthMm: machine.sheetWidthMm, heightMm: machine.sheetHeightMm }
  if (!fitsSheet(bleedBox(design.product.geometry), sheet)) throw new Refused('too-large')
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

/** The order keeps its own copy: an address that is changed later changes no order. */
async function addressOf(
  { database }: Context,
  customerId: string,
  { pickup, addressId }: OrderRequest,
): Promise<Judged['address']> {
  if (pickup) return null
  if (addressId === null) throw new Refused('address-unknown')
  const [row] = await database
    .select()
    .from(addresses)
    .where(and(eq(addresses.id, addressId), eq(addresses.customerId, customerId)))
  if (row === undefined) throw new Refused('address-unknown')
  return row.address
}

/** The server's own price; the coupon's use is counted when the order is placed. @throws Refused */
async function quoteRequest(
  { database, now }: Context,
  prices: PriceList,
  request: OrderRequest,
): Promise<Quote> {
  const coupon = request.coupon === '' ? null : await findCoupon(database, request.coupon, now())
  const { product } = request.design
  const quote = quoteBasket({ ...request, product, coupon }, prices)
  if (quote.total.minor !== request.expectedTotalMinor) throw new Refused('price-changed')
  return quote
}
