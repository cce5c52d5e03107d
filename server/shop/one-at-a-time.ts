import { eq } from 'drizzle-orm'
import type { Database, Queries } from '../database/connect.ts'
import { customers } from '../database/schema.ts'

/**
 * A transaction on what one customer keeps; those of the same customer run one after the other, so
 * that what was counted still holds at the end.
 */
export const oneAtATime = <T>(
  database: Database,
  customerId: string,
  work: (tx: Queries) => Promise<T>,
): Promise<T> =>
  database.transaction(async (tx) => {
    await tx
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for('no key update')
    return await work(tx)
  })
