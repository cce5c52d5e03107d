import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { NewPartner } from '#core/contract/entities/partner.ts'
import type { Database } from '../database/connect.ts'
import { partners } from '../database/schema.ts'
import { command, writeAudit } from '../staff/audit.ts'

/**
 * Adds a partner: who owns machines and earns what they print.
 * @throws Error where there is one of that name: accounts and machines name their partner by it
 */
export async function addPartner(database: Database, partner: NewPartner): Promise<void> {
  await database.transaction(async (tx) => {
    // Two commands at once are taken one after the other.
    await tx.execute(sql`lock table ${partners} in share row exclusive mode`)
    const known = await tx
      .select({ name: partners.name })
      .from(partners)
      .where(sql`lower(${partners.name}) = ${partner.name.toLowerCase()}`)
    if (known.length > 0) throw new Error(`There is a partner ${partner.name} already.`)
    const [added] = await tx.insert(partners).values(partner).returning({ id: partners.id })
    const { name: subject, ...after } = partner
    const act = { key: randomUUID(), act: 'partner-added', subject, after, at: new Date() } as const
    await writeAudit(tx, command, { ...act, ...(added && { partnerId: added.id }) })
  })
}
