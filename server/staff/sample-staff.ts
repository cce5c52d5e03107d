import { createHmac } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { StaffRole } from '#core/contract/entities/staff.ts'
import { hashPassword } from '../accounts/secrets.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { machines, partners, staffAccounts, staffMachines } from '../database/schema.ts'
import { authenticatorOf, secretOfBytes, totpSealing } from './second-factor.ts'

/** Known to everybody: the second factor is made of this server's own secret. */
export const SAMPLE_PASSWORD = 'sandbox-only-stampa'

interface SampleAccount {
  readonly username: string
  readonly name: string
  readonly role: StaffRole
  /** Of staff: what they work with. */
  readonly machineIds: readonly string[]
  /** Of partners: whose account it is. */
  readonly partner?: string
}

const samplePartners = [
  { name: 'Huangpu Prints', shareBasisPoints: 1500, machineIds: ['M001', 'M002', 'M003', 'M004'] },
  { name: 'Hongqiao Kiosks', shareBasisPoints: 1200, machineIds: ['M005', 'M006'] },
] as const

const sampleAccounts: readonly SampleAccount[] = [
  {
    username: 'anna',
    name: 'Anna Chen',
    role: 'staff',
    machineIds: ['M001', 'M002', 'M003', 'M004'],
  },
  { username: 'ben', name: 'Ben Wu', role: 'staff', machineIds: ['M005', 'M006'] },
  {
    username: 'carla',
    name: 'Carla Lin',
    role: 'partner',
    machineIds: [],
    partner: 'Huangpu Prints',
  },
  {
    username: 'dario',
    name: 'Dario Sun',
    role: 'partner',
    machineIds: [],
    partner: 'Hongqiao Kiosks',
  },
  { username: 'olga', name: 'Olga Xu', role: 'operator', machineIds: [] },
]

/** The second factor of a sample account: the same at every start of one server, another elsewhere. */
export const sampleTotpSecret = (secret: string, username: string): string =>
  secretOfBytes(createHmac('sha256', secret).update(`sample staff ${username}`).digest())

/** Accounts for the sample stations, once; never where a deployment wants no samples. */
export async function seedSampleStaff(context: Context): Promise<void> {
  if (!context.config.samples) return
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  await context.database.transaction(async (tx) => {
    const [first] = await tx
      .select()
      .from(machines)
      .where(and(eq(machines.id, 'M001'), isNull(machines.partnerId)))
      .for('update')
    const [known] = await tx.select({ id: staffAccounts.id }).from(staffAccounts).limit(1)
    if (first === undefined || known !== undefined) return
    const partnerIds = await seedPartners(tx)
    for (const sample of sampleAccounts) {
      await seedAccount(context, tx, sample, passwordHash, partnerIds)
    }
  })
}

async function seedPartners(tx: Queries): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const { machineIds, ...partner } of samplePartners) {
    const [row] = await tx
      .insert(partners)
      .values({ ...partner, timeZone: 'Asia/Shanghai' })
      .returning()
    if (row === undefined) throw new Error('a partner was not written')
    ids.set(row.name, row.id)
    await tx
      .update(machines)
      .set({ partnerId: row.id })
      .where(inArray(machines.id, [...machineIds]))
  }
  return ids
}

async function seedAccount(
  context: Context,
  tx: Queries,
  { username, name, role, machineIds, partner = '' }: SampleAccount,
  passwordHash: string,
  partnerIds: ReadonlyMap<string, string>,
): Promise<void> {
  const partnerId = partnerIds.get(partner)
  const [row] = await tx
    .insert(staffAccounts)
    .values({ username, name, role, passwordHash, partnerId })
    .returning()
  if (row === undefined) throw new Error('an account was not written')
  const totpSecret = totpSealing(context).seal(sampleTotpSecret(context.secret, username), row.id)
  await tx.update(staffAccounts).set({ totpSecret }).where(eq(staffAccounts.id, row.id))
  const known = await tx.select({ id: machines.id }).from(machines)
  const own = machineIds.filter((id) => known.some((machine) => machine.id === id))
  if (own.length === 0) return
  await tx.insert(staffMachines).values(own.map((machineId) => ({ accountId: row.id, machineId })))
}

/**
 * Reads which sample accounts are left.
 * @returns how to sign in as them at an address of the server; nothing where there are none
 */
export async function readSampleStaff({
  database,
  secret,
}: Pick<Context, 'database' | 'secret'>): Promise<(address: string) => string> {
  const rows = await database.select({ username: staffAccounts.username }).from(staffAccounts)
  const left = sampleAccounts.filter(({ username }) =>
    rows.some((row) => row.username === username),
  )
  return (address) => {
    if (left.length === 0) return ''
    const lines = left.map(({ username, role }) => {
      const totp = authenticatorOf(username, sampleTotpSecret(secret, username))
      const screen = role === 'staff' ? 'staff' : 'partner'
      return `  ${role} ${username}: ${address}/#/pages/${screen}/index, code now ${totp.generate()}, ${totp.toString()}`
    })
    return [`Sample accounts, all with the password ${SAMPLE_PASSWORD}:`, ...lines].join('\n')
  }
}
