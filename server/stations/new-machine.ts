import { randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { NewMachine } from '#core/contract/entities/machine.ts'
import type { Database, Queries } from '../database/connect.ts'
import { goods, machines, staffAccounts, staffMachines } from '../database/schema.ts'
import { addStock, stockItems } from '../database/stock-items.ts'
import { partnerIdOf } from '../partners/partner-of-name.ts'
import { command, writeAudit } from '../staff/audit.ts'

interface Belongs {
  /** The name of the partner whose it is; null where it is the platform's own. */
  readonly partner: string | null
  /** Accounts of staff who work with it from now on. */
  readonly usernames: readonly string[]
}

/**
 * Adds a machine with an empty place for everything that it can hold. It begins under maintenance: it
 * takes orders once it has an agent and is filled, and staff ends that.
 * @throws Error that says what to do
 */
export async function addMachine(
  database: Database,
  machine: NewMachine,
  { partner, usernames }: Belongs,
): Promise<void> {
  await database.transaction(async (tx) => {
    await checkPrices(tx, machine)
    const partnerId = partner === null ? null : await partnerIdOf(tx, partner)
    const closed = { maintenance: true, state: 'maintenance' } as const
    const added = await tx
      .insert(machines)
      .values({ ...machine, ...closed, partnerId })
      .onConflictDoNothing()
      .returning({ id: machines.id })
    if (added.length === 0) throw new Error(`There is a machine ${machine.id} already.`)
    const items = stockItems(machine.prints)
    await addStock(
      tx,
      items.map((item) => ({ machineId: machine.id, item, available: 0 })),
    )
    await addStaff(tx, machine.id, usernames)
    await writeAudit(tx, command, {
      key: randomUUID(),
      act: 'machine-added',
      machineId: machine.id,
      ...(partnerId !== null && { partnerId }),
      subject: machine.name,
      after: { partner, staff: usernames, prints: machine.prints },
      at: new Date(),
    })
  })
}

/** Prices are the shop's, not a machine's: what has none cannot be sold anywhere. */
async function checkPrices(tx: Queries, { prints }: NewMachine): Promise<void> {
  const priced = await tx.select({ category: goods.category }).from(goods).groupBy(goods.category)
  const missing = prints.filter((kind) => !priced.some(({ category }) => category === kind))
  if (missing.length > 0) throw new Error(`The shop has no price for ${missing.join(', ')}.`)
}

async function addStaff(
  tx: Queries,
  machineId: string,
  usernames: readonly string[],
): Promise<void> {
  if (usernames.length === 0) return
  const wanted = usernames.map((username) => username.toLowerCase())
  const rows = await tx
    .select({ id: staffAccounts.id, username: staffAccounts.username, role: staffAccounts.role })
    .from(staffAccounts)
    .where(inArray(sql`lower(${staffAccounts.username})`, wanted))
  for (const username of usernames) {
    const row = rows.find((each) => each.username.toLowerCase() === username.toLowerCase())
    if (row?.role !== 'staff') throw new Error(`There is no account of staff ${username}.`)
  }
  await tx.insert(staffMachines).values(rows.map(({ id: accountId }) => ({ accountId, machineId })))
}
