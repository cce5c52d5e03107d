import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { AuditAct, StaffRole } from '#core/contract/entities/staff.ts'
import { hashPassword, newToken } from '../accounts/secrets.ts'
import type { Database, Queries } from '../database/connect.ts'
import {
  machines,
  recoveryCodes,
  type StaffAccountRow,
  staffAccounts,
  staffMachines,
  staffTickets,
  staffTokens,
} from '../database/schema.ts'
import { partnerIdOf } from '../partners/partner-of-name.ts'
import { writeAudit } from './audit.ts'

/** As many letters of base64url as 120 bits need. */
const PASSWORD_LENGTH = 20

export interface NewAccount {
  readonly username: string
  readonly name: string
  readonly role: StaffRole
  /** Of staff: what they work with. */
  readonly machineIds: readonly string[]
  /** Of a partner's account: the partner's name. */
  readonly partner: string | null
}

/**
 * Adds an account without a second factor: its first login sets one up.
 * @returns the password that was drawn for it, which is kept nowhere
 * @throws Error that says what to do
 */
export async function addStaffAccount(
  database: Database,
  { username, name, role, machineIds, partner }: NewAccount,
): Promise<string> {
  const password = newToken().slice(0, PASSWORD_LENGTH)
  const passwordHash = await hashPassword(password)
  await database.transaction(async (tx) => {
    if ((await findAccount(tx, username)) !== null) {
      throw new Error(`There is an account ${username} already.`)
    }
    await checkMachines(tx, machineIds)
    const partnerId = role === 'partner' ? await partnerIdOf(tx, partner) : null
    const [account] = await tx
      .insert(staffAccounts)
      .values({ username, name, role, passwordHash, partnerId })
      .returning()
    if (account === undefined) throw new Error('an account was not written')
    if (role === 'staff' && machineIds.length > 0) {
      const rows = machineIds.map((machineId) => ({ accountId: account.id, machineId }))
      await tx.insert(staffMachines).values(rows)
    }
    await writeDown(tx, account, 'account-added', { role, machineIds })
  })
  return password
}

/**
 * Takes an account's second factor away with everything that it opened. The password goes with it:
 * who knew it alone could set up a second factor of their own.
 * @returns the new password, which is kept nowhere
 * @throws Error where there is no such account
 */
export async function resetSecondFactor(database: Database, username: string): Promise<string> {
  const password = newToken().slice(0, PASSWORD_LENGTH)
  const passwordHash = await hashPassword(password)
  await database.transaction(async (tx) => {
    const account = await findAccount(tx, username)
    if (account === null) throw new Error(`There is no account ${username}.`)
    const { id } = account
    await tx
      .update(staffAccounts)
      .set({ passwordHash, totpSecret: null, totpStep: 0 })
      .where(eq(staffAccounts.id, id))
    for (const table of [recoveryCodes, staffTickets, staffTokens]) {
      await tx.delete(table).where(eq(table.accountId, id))
    }
    await writeDown(tx, account, 'second-factor-reset', { totpSecret: null })
  })
  return password
}

async function findAccount(queries: Queries, username: string): Promise<StaffAccountRow | null> {
  const [row] = await queries
    .select()
    .from(staffAccounts)
    .where(sql`lower(${staffAccounts.username}) = ${username.toLowerCase()}`)
  return row ?? null
}

async function checkMachines(queries: Queries, machineIds: readonly string[]): Promise<void> {
  if (machineIds.length === 0) return
  const rows = await queries
    .select({ id: machines.id })
    .from(machines)
    .where(inArray(machines.id, [...machineIds]))
  const unknown = machineIds.filter((id) => !rows.some((row) => row.id === id))
  if (unknown.length > 0) throw new Error(`There is no station ${unknown.join(', ')}.`)
}

/** Who runs the command has no account: the line stands with the account that it was about. */
const writeDown = (
  tx: Queries,
  { id: accountId, partnerId, username: subject }: StaffAccountRow,
  act: AuditAct,
  after: Readonly<Record<string, unknown>>,
): Promise<void> =>
  writeAudit(
    tx,
    { accountId, partnerId },
    {
      key: randomUUID(),
      act,
      subject,
      reason: 'by the command npm run staff',
      after,
      at: new Date(),
    },
  )
