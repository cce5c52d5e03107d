import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { deployment } from '../database/schema.ts'
import { knownSecrets, type Secrets } from './secrets.ts'
import { StartFault } from './start-fault.ts'

const markOf = (secret: string): string =>
  createHmac('sha256', secret).update('the mark of a secret').digest('base64url').slice(0, 22)

/**
 * Has all servers of a database sign with one secret: the first start writes its mark down, and a
 * server that knows the marked secret as a previous one marks its own.
 * @throws StartFault where this server does not know the marked secret
 */
export async function checkSecretMark({
  database,
  ...secrets
}: Secrets & { readonly database: Database }): Promise<void> {
  const [secretMark = '', ...previous] = knownSecrets(secrets).map(markOf)
  await database.transaction(async (tx) => {
    await tx.insert(deployment).values({ secretMark }).onConflictDoNothing()
    const [row] = await tx.select().from(deployment).for('update')
    if (row?.secretMark === secretMark) return
    if (row === undefined || !previous.includes(row.secretMark)) {
      throw new StartFault(
        'The servers of this database sign with another secret. Give this one their STAMPA_SECRET, or name it in STAMPA_PREVIOUS_SECRETS where it is being changed.',
      )
    }
    await tx.update(deployment).set({ secretMark }).where(sql`true`)
  })
}
