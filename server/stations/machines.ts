import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { OrderStage } from '#core/commerce/orders/order-status.ts'
import type { MachineState } from '#core/commerce/stations/machine-state.ts'
import type { Machine } from '#core/contract/entities/machine.ts'
import { localeCodes, locales } from '#core/locales.ts'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { fonts, machines, orders, stock } from '../database/schema.ts'
import { distanceM } from './distance.ts'
import { readNextReady } from './next-ready.ts'
import { readQueue } from './queue.ts'

type MachineServices =
  | 'machineFonts'
  | 'languageList'
  | 'machineDetail'
  | 'scan'
  | 'stockList'
  | 'lineUp'
  | 'siteMachines'
  | 'shopList'

export type MachineRow = typeof machines.$inferSelect

const waitingStages: OrderStage[] = [
  'waiting-for-production',
  'queuing',
  'in-production',
  'printing',
]

/** The machine of that id. @throws Refused `machine-unknown` */
export async function machineRow(queries: Queries, id: string): Promise<MachineRow> {
  const [row] = await queries.select().from(machines).where(eq(machines.id, id))
  if (row === undefined) throw new Refused('machine-unknown')
  return row
}

/** A machine and those that stand in one place with it. */
const machinesBeside = async (queries: Queries, machine: MachineRow): Promise<MachineRow[]> =>
  machine.site === ''
    ? [machine]
    : await queries
        .select()
        .from(machines)
        .where(eq(machines.site, machine.site))
        .orderBy(asc(machines.id))
        .limit(20)

/** Stations: where they are, what they can, who waits there. */
export function machineHandlers(context: Context): Handlers<MachineServices> {
  const { database, claims } = context

  const describe = async (rows: readonly MachineRow[]): Promise<Machine[]> => {
    const waiting = await waitingAt(database)
    return rows.map((row) => machineOf(row, waiting.get(row.id) ?? 0))
  }

  return {
    machineFonts: async ({ request }) => {
      await machineRow(database, request.machine_id)
      const rows = await database.select().from(fonts).orderBy(asc(fonts.id))
      return rows.map(({ file, ...font }) => ({ ...font, remark: file }))
    },

    languageList: async ({ request }) => {
      const { language } = await machineRow(database, request.machine_id)
      const list = localeCodes.map((code) => ({ code, name: locales[code].endonym }))
      return { default: language, list }
    },

    machineDetail: async ({ request }) => {
      const [machine] = await describe([await machineRow(database, request.machine_id)])
      if (machine === undefined) throw new Refused('machine-unknown')
      return machine
    },

    scan: async ({ request }) => {
      const { id } = await machineRow(database, request.machine_id)
      const exchanged = claims.exchange(id, request.claim)
      if (exchanged === null) throw new Refused('not-scanned')
      return exchanged
    },

    stockList: async ({ request }) => {
      const { id } = await machineRow(database, request.machine_id)
      return await database
        .select({ item: stock.item, available: stock.available })
        .from(stock)
        .where(and(eq(stock.machineId, id), gt(stock.available, 0)))
        .orderBy(asc(stock.item))
    },

    lineUp: async ({ request, caller }) => {
      const { snapshot, own } = await readQueue(database, request.machine_id, context.now())
      const mine = new Map(
        own
          .get(caller.customerId)
          ?.map(({ printNumber, order_number }) => [printNumber, order_number]),
      )
      return snapshot.tickets.map((ticket) => ({
        ...ticket,
        order_number: mine.get(ticket.printNumber) ?? null,
      }))
    },

    siteMachines: async ({ request }) => {
      const machine = await machineRow(database, request.machine_id)
      const beside = await machinesBeside(database, machine)
      const readyAt = await readNextReady(database, beside, context.now())
      const described = await describe(beside)
      return described.map((each) => ({ ...each, ready: readyAt(each.machine_id) }))
    },

    shopList: async ({ request: { latitude, longitude } }) => {
      const here =
        latitude === undefined || longitude === undefined ? null : { latitude, longitude }
      const rows = await database.select().from(machines).orderBy(asc(machines.id)).limit(500)
      const shops = (await describe(rows)).map((machine) => ({
        ...machine,
        distanceM: here === null ? null : distanceM(here, machine),
      }))
      return shops.toSorted((one, other) => (one.distanceM ?? 0) - (other.distanceM ?? 0))
    },
  }
}

/** What is wrong with a station that takes no orders now; null where it does. */
export function stationTrouble({
  state,
  slots,
  slotsTaken,
}: Pick<MachineRow, 'state' | 'slots' | 'slotsTaken'>) {
  const troubles = {
    ready: null,
    printing: null,
    maintenance: 'station-maintenance',
    'out-of-stock': 'station-out-of-stock',
    faulty: 'station-faulty',
    offline: 'station-offline',
  } as const satisfies Record<MachineState, unknown>
  return troubles[state] ?? (slotsTaken < slots ? null : 'station-full')
}

const machineOf = (row: MachineRow, waiting: number): Machine => ({
  machine_id: row.id,
  name: row.name,
  address: row.address,
  latitude: row.latitude,
  longitude: row.longitude,
  state: row.state,
  prints: row.prints,
  sheet: { widthMm: row.sheetWidthMm, heightMm: row.sheetHeightMm },
  dpi: row.dpi,
  waiting,
  hasRoom: row.slotsTaken < row.slots,
})

/** Prints that wait at each machine. */
export async function waitingAt(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .select({ id: orders.machineId, waiting: sql<number>`count(*)::int` })
    .from(orders)
    .where(inArray(orders.stage, waitingStages))
    .groupBy(orders.machineId)
  return new Map(rows.map(({ id, waiting }) => [id, waiting]))
}
