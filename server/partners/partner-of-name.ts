import type { Queries } from '../database/connect.ts'
import { partners } from '../database/schema.ts'

/**
 * The partner that a command names.
 * @throws Error that names those that there are
 */
export async function partnerIdOf(queries: Queries, name: string | null): Promise<string> {
  const rows = await queries.select().from(partners)
  const row = rows.find((partner) => partner.name.toLowerCase() === name?.toLowerCase())
  if (row !== undefined) return row.id
  const known = rows.map((partner) => partner.name).join(', ') || 'none'
  throw new Error(`Name the partner: --partner NAME. There are: ${known}.`)
}
