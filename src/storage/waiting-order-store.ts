import { type DBSchema, openDB } from 'idb'
import { z } from 'zod'
import { loadOnce } from '#core/cache/load-once.ts'
import { moneySchema } from '#core/commerce/money/money.ts'
import { placeOrder } from '#core/contract/services/orders.ts'
import { photosOf } from '#core/design/design-photos.ts'
import { designSchema } from '#core/design/document.ts'
import {
  type ErrorCode,
  errorTable,
  type Outcome,
  outcomeOf,
  StampaError,
  succeed,
} from '#core/errors.ts'
import { hintedWaitingOrders, hintWaitingOrders } from './waiting-hint.ts'

/** What is left of a request when the design, its files and the key are known. */
const placementRequestSchema = placeOrder.request.omit({
  idempotencyKey: true,
  design: true,
  printFile: true,
  previewFile: true,
  claim: true,
})

const errorCode = z.custom<ErrorCode>(
  (code) => typeof code === 'string' && Object.hasOwn(errorTable, code),
)

export const waitingOrderSchema = z.object({
  /** The customer whose order it is: nobody else's is ever sent. */
  customerId: z.string(),
  orderedAtMs: z.number(),
  total: moneySchema,
  /** The design as it was ordered; its draft may change meanwhile. */
  design: designSchema,
  dpi: z.number().positive(),
  claim: z.string(),
  idempotencyKey: z.uuid(),
  request: placementRequestSchema,
  /** Why the server refused it; it is not sent again then. */
  refusal: z
    .object({ code: errorCode, params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
})

export type WaitingOrder = z.infer<typeof waitingOrderSchema>

interface Tables extends DBSchema {
  /** By the draft's id: a draft is ordered once at a time. */
  orders: { key: string; value: WaitingOrder }
}

const database = loadOnce(() =>
  openDB<Tables>('stampa-waiting-orders', 1, {
    upgrade: (tables) => void tables.createObjectStore('orders'),
    terminated: () => database.forget(),
  }),
)

const stored = <T>(work: () => Promise<T>): Promise<Outcome<T>> =>
  outcomeOf(async () => {
    try {
      return await work()
    } catch (thrown) {
      if (thrown instanceof StampaError) throw thrown
      const full = thrown instanceof DOMException && thrown.name === 'QuotaExceededError'
      throw new StampaError(full ? 'storage-full' : 'storage-unavailable', { cause: thrown })
    }
  })

/** Every order that waits, the oldest first; what cannot be read any more is none. */
export const listWaitingOrders = async (): Promise<Outcome<readonly WaitingOrder[]>> => {
  if (!hintedWaitingOrders()) return succeed([])
  return await stored(async () => {
    const records: readonly unknown[] = await (await database()).getAll('orders')
    return records
      .flatMap((record) => waitingOrderSchema.safeParse(record).data ?? [])
      .sort((one, two) => one.orderedAtMs - two.orderedAtMs)
  })
}

/** @returns faults `storage-full`, `storage-unavailable` */
export const writeWaitingOrder = (order: WaitingOrder): Promise<Outcome<void>> =>
  stored(async () => {
    await (await database()).put('orders', order, order.design.id)
    hintWaitingOrders(true)
  })

export const deleteWaitingOrder = (draftId: string): Promise<Outcome<void>> =>
  stored(async () => {
    const tables = await database()
    await tables.delete('orders', draftId)
    hintWaitingOrders((await tables.count('orders')) > 0)
  })

/** Who logs out takes their orders back: nobody is there to pay them. */
export const deleteWaitingOrders = (): Promise<Outcome<void>> =>
  stored(async () => {
    if (!hintedWaitingOrders()) return
    await (await database()).clear('orders')
    hintWaitingOrders(false)
  })

/** Hashes of the photos that waiting orders are printed from. */
export async function photosInWaitingOrders(): Promise<Outcome<readonly string[]>> {
  const orders = await listWaitingOrders()
  if (!orders.ok) return orders
  return succeed(orders.value.flatMap(({ design }) => photosOf(design).map(({ hash }) => hash)))
}
