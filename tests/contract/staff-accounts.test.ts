import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { secondFactor, staffLogin, staffMachines } from '#core/contract/services/staff.ts'
import { unwrap } from '#core/errors.ts'
import { auditEvents, staffAccounts } from '#server/database/schema.ts'
import { openShopOfFile } from './shop.ts'
import { codeOf } from './staff-desk.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
const run = promisify(execFile)

/** Runs `npm run staff` on the shop's database; the password that it prints. */
async function command(...words: string[]): Promise<string> {
  const script = ['--import', 'tsx', 'server/staff-command.ts', ...words]
  const env = { ...process.env, DATABASE_URL: shop.databaseUrl, STAMPA_DATA: tmpdir() }
  const { stdout } = await run(process.execPath, script, { env })
  return /password (\S+) /.exec(stdout)?.[1] ?? ''
}

const signIn = (username: string, password: string) => shop.call(staffLogin, { username, password })

async function enrol(username: string, password: string): Promise<string> {
  const { ticket, enrolment } = unwrap(await signIn(username, password)).value
  const code = codeOf(enrolment?.secret ?? '')
  return unwrap(await shop.call(secondFactor, { ticket, code })).value.token
}

const actsOf = async (username: string): Promise<string[]> => {
  const rows = await shop.context.database
    .select({ act: auditEvents.act })
    .from(auditEvents)
    .innerJoin(staffAccounts, eq(staffAccounts.id, auditEvents.accountId))
    .where(eq(staffAccounts.username, username))
    .orderBy(auditEvents.id)
  return rows.map(({ act }) => act)
}

it('a command adds staff, who set up a second factor at their first login', async () => {
  const password = await command('add', '--role', 'staff', '--machine', 'M002', 'erik')
  const token = await enrol('erik', password)
  const own = unwrap(await shop.call(staffMachines, {}, { token })).value
  expect(own.map(({ machine_id }) => machine_id)).toEqual(['M002'])
  expect(await actsOf('erik')).toEqual(['account-added', 'second-factor-enrolled'])
  await expect(command('add', '--machine', 'M002', 'Erik')).rejects.toThrow('already')
  await expect(command('add', '--machine', 'M999', 'fay')).rejects.toThrow('no station M999')
  await expect(command('add', '--role', 'partner', 'fay')).rejects.toThrow('Huangpu Prints')
})

it('a second factor is taken away with its password and every session', async () => {
  const first = await command('add', '--machine', 'M001', 'gina')
  const token = await enrol('gina', first)
  const second = await command('reset-factor', 'gina')
  expect(await shop.call(staffMachines, {}, { token })).toMatchObject({
    fault: { code: 'signed-out' },
  })
  expect(await signIn('gina', first)).toMatchObject({ fault: { code: 'credentials-wrong' } })
  await enrol('gina', second)
  expect(await actsOf('gina')).toEqual([
    'account-added',
    'second-factor-enrolled',
    'second-factor-reset',
    'second-factor-enrolled',
  ])
  await expect(command('reset-factor', 'nobody')).rejects.toThrow('no account nobody')
})
