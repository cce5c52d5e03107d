import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import { impose } from '#core/commerce/sizes/imposition.ts'
import { fitsSheet } from '#core/commerce/sizes/sheet-fit.ts'
import {
  canPrint,
  type MachineState,
  machineStates,
} from '#core/commerce/stations/machine-state.ts'
import type { Neighbour } from '#core/contract/entities/order.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { machines, type OrderRow, orders, stock } from '../database/schema.ts'
import { distanceM } from '../stations/distance.ts'
import { type MachineRow, machineRow, stationTrouble, waitingAt } from '../stations/machines.ts'
import { readNextReady } from '../stations/next-ready.ts'
import { enterQueue } from './enter-queue.ts'

/** As many as a customer compares. */
const OFFERED = 5
const printing: MachineState[] = machineStates.filter(canPrint)

/** The page that is printed: the product with its bleed. */
const pageSchema = z
  .object({ widthMm: z.number(), heightMm: z.number(), bleedMm: z.number() })
  .transform(({ widthMm, heightMm, bleedMm }) => ({
    widthMm: widthMm + 2 * bleedMm,
    heightMm: heightMm + 2 * bleedMm,
  }))

/**
 * Machines that could print a held order now: ready, with the product, the sheet, the stock and a free
 * slot. Those of its own site come first, then the nearest. None for an order that is not held.
 */
export async function neighboursOf(
  { database, now }: Pick<Context, 'database' | 'now'>,
  order: OrderRow,
): Promise<Neighbour[]> {
  if (!mayMove(order)) return []
  const own = await machineRow(database, order.machineId)
  const page = await pageOf(database, order)
  const rows = await database
    .select({ machine: machines })
    .from(machines)
    .leftJoin(stock, and(eq(stock.machineId, machines.id), eq(stock.item, order.stockItem ?? '')))
    .where(
      and(
        ne(machines.id, own.id),
        inArray(machines.state, printing),
        lt(machines.slotsTaken, machines.slots),
        order.stockItem === null ? undefined : gte(stock.available, order.stockQuantity),
      ),
    )
    .limit(500)
  const able = rows
    .map(({ machine }) => ({
      machine,
      sameSite: own.site !== '' && machine.site === own.site,
      distanceM: distanceM(own, machine),
    }))
    .filter(({ machine }) => troubleAt(order, page, own, machine) === null)
    .toSorted(
      (one, other) =>
        Number(other.sameSite) - Number(one.sameSite) || one.distanceM - other.distanceM,
    )
    .slice(0, OFFERED)
  const waiting = await waitingAt(database)
  const readyAt = await readNextReady(
    database,
    able.map(({ machine }) => machine),
    now(),
  )
  return able.map(({ machine, ...place }) => ({
    ...place,
    machine_id: machine.id,
    name: machine.name,
    address: machine.address,
    waiting: waiting.get(machine.id) ?? 0,
    ready: readyAt(machine.id),
  }))
}

/**
 * Gives a held order to another machine, with its stock and slot. The same again, after an answer that
 * was lost, answers the order that was moved.
 * @throws Refused where it moved on meanwhile, or the other machine cannot print it (any more)
 */
export async function moveToNeighbour(
  context: Context,
  order: OrderRow,
  { machine_id, version }: { readonly machine_id: string; readonly version: number },
): Promise<OrderRow> {
  if (order.machineId === machine_id && order.version > version) return order
  if (order.version !== version || !mayMove(order)) throw new Refused('order-moved-on')
  const { database } = context
  const [own, other] = [
    await machineRow(database, order.machineId),
    await machineRow(database, machine_id),
  ]
  if (own.id === other.id) throw new Refused('station-cannot-print')
  const trouble =
    stationTrouble(other) ?? troubleAt(order, await pageOf(database, order), own, other)
  if (trouble !== null) throw new Refused(trouble)
  const at = context.now()
  return await database.transaction((tx) =>
    enterQueue(
      tx,
      order,
      {
        event: 'moved-to-neighbour',
        actor: 'customer',
        note: other.name,
        columns: { machineId: other.id },
      },
      at,
    ),
  )
}

const mayMove = (order: OrderRow): boolean =>
  stepOrder(order, 'moved-to-neighbour', 'customer').kind === 'moved'

type Page = z.output<typeof pageSchema>

/** The design is large; its page is read out of it where it lies. */
async function pageOf(queries: Queries, { id }: OrderRow): Promise<Page> {
  const [row] = await queries
    .select({ geometry: sql<unknown>`${orders.design} -> 'product' -> 'geometry'` })
    .from(orders)
    .where(eq(orders.id, id))
  return pageSchema.parse(row?.geometry)
}

/** Why a machine cannot print an order, whatever it has in stock; its file was made for one resolution. */
function troubleAt(
  { product, size }: OrderRow,
  page: Page,
  own: MachineRow,
  other: MachineRow,
): 'station-cannot-print' | 'too-large' | null {
  if (!other.prints.includes(product.kind) || other.dpi !== own.dpi) return 'station-cannot-print'
  const sheet = { widthMm: other.sheetWidthMm, heightMm: other.sheetHeightMm }
  if (!fitsSheet(page, sheet)) return 'too-large'
  return size === null || impose(size, sheet).fits ? null : 'too-large'
}
