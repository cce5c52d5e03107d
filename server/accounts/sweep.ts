import { lt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { phoneCodes, tokens } from '../database/schema.ts'

/** What is over its time is of no use to anybody: tokens and codes. */
export async function sweepAccounts({
  database,
  now,
}: Pick<Context, 'database' | 'now'>): Promise<void> {
  await database.delete(tokens).where(lt(tokens.expiresAt, now()))
  await database.delete(phoneCodes).where(lt(phoneCodes.expiresAt, now()))
}
