import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { EDIBLE_SHEET } from '#core/catalogue/stock-item.ts'
import { languageList, machineDetail } from '#core/contract/services/machines.ts'
import {
  auditTrail,
  changeStock,
  secondFactor,
  setMaintenance,
  staffLogin,
  staffMachines,
  staffStock,
} from '#core/contract/services/staff.ts'
import { unwrap } from '#core/errors.ts'
import { auditEvents, partners, staffAccounts } from '#server/database/schema.ts'
import { openShopOfFile } from './shop.ts'
import { codeOf } from './staff-desk.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
const run = promisify(execFile)

const staffScript = join(dirname(inject('serverScript')), 'staff.js')

/** Runs the command of the built server on the shop's database; what it prints. */
async function say(...words: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: shop.databaseUrl, STAMPA_DATA: tmpdir() }
  const { stdout } = await run(process.execPath, [staffScript, ...words], { env })
  return stdout
}

/** The password that it prints. */
const command = async (...words: string[]): Promise<string> =>
  /password (\S+) /.exec(await say(...words))?.[1] ?? ''

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

const machineWords = (id: string, options: Readonly<Record<string, string>> = {}): string[] => {
  const good = {
    name: 'Stampa Navona',
    address: 'Piazza Navona 1, Rome',
    at: '41.8992,12.4731',
    prints: 'cake',
    sheet: '320x430',
    language: 'it-it',
  }
  const told = Object.entries({ ...good, ...options })
  return ['add-machine', ...told.flatMap(([name, value]) => [`--${name}`, value]), id]
}

it('a command adds a partner, whose account owns the machines that are added for them', async () => {
  await say('add-partner', '--share', '12.5', '--time-zone', 'Europe/Rome', 'Sweet Prints')
  const [partner] = await shop.context.database
    .select()
    .from(partners)
    .where(eq(partners.name, 'Sweet Prints'))
  expect(partner).toMatchObject({ shareBasisPoints: 1250, timeZone: 'Europe/Rome' })
  await say(...machineWords('M010', { partner: 'Sweet Prints' }))
  const password = await command('add', '--role', 'partner', '--partner', 'Sweet Prints', 'sofia')
  const token = await enrol('sofia', password)
  const own = unwrap(await shop.call(staffMachines, {}, { token })).value
  expect(own.map(({ machine_id }) => machine_id)).toEqual(['M010'])
  // The trail says both, and that nobody with an account did it.
  const trail = unwrap(await shop.call(auditTrail, {}, { token })).value
  expect(trail.filter(({ by }) => by === null)).toMatchObject([
    { act: 'machine-added', machine_id: 'M010', after: { partner: 'Sweet Prints' } },
    { act: 'partner-added', subject: 'Sweet Prints', after: { shareBasisPoints: 1250 } },
  ])
  await expect(say('add-partner', '--share', '15', 'sweet prints')).rejects.toThrow('already')
  const wrong = [
    ['--share', '101'],
    ['--share', 'much'],
    ['--share', '15', '--time-zone', 'Moon'],
  ]
  for (const options of wrong) {
    await expect(say('add-partner', ...options, 'Others')).rejects.toThrow('Usage')
  }
})

it('a machine that is added is customers’ once staff has filled it and ended its maintenance', async () => {
  const staff = await enrol('hans', await command('add', '--machine', 'M001', 'hans'))
  await say(...machineWords('M011', { staff: 'hans', slots: '7', dpi: '600' }))
  const detail = async () => unwrap(await shop.call(machineDetail, { machine_id: 'M011' })).value
  expect(await detail()).toMatchObject({
    name: 'Stampa Navona',
    address: 'Piazza Navona 1, Rome',
    state: 'maintenance',
    prints: ['cake'],
    sheet: { widthMm: 320, heightMm: 430 },
    dpi: 600,
  })
  const { default: language } = unwrap(await shop.call(languageList, { machine_id: 'M011' })).value
  expect(language).toBe('it-it')
  const of = { machine_id: 'M011', idempotencyKey: randomUUID(), reason: 'a new station' }
  const items = unwrap(await shop.call(staffStock, of, { token: staff })).value
  expect(items).toEqual([{ item: EDIBLE_SHEET, available: 0, reserved: 0 }])
  const refill = { ...of, item: EDIBLE_SHEET, change: 'refill', pieces: 20 } as const
  unwrap(await shop.call(changeStock, refill, { token: staff }))
  const end = { ...of, idempotencyKey: randomUUID(), maintenance: false }
  unwrap(await shop.call(setMaintenance, end, { token: staff }))
  expect(await detail()).toMatchObject({ state: 'ready', hasRoom: true })
})

it('a machine is refused that is there already, or of which something is wrong', async () => {
  await expect(say(...machineWords('M001'))).rejects.toThrow('There is a machine M001 already')
  const wrong: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['M0 12', {}, /letters, digits/],
    ['M012', { at: '91,0' }, /latitude/],
    ['M012', { at: '' }, /latitude[\s\S]*longitude/],
    ['M012', { sheet: '320' }, /sheetHeightMm/],
    ['M012', { prints: 'mug' }, /prints/],
    ['M012', { dpi: '1200' }, /dpi/],
    ['M012', { slots: '0' }, /slots/],
    ['M012', { language: 'la-la' }, /language/],
    ['M012', { partner: 'Nobody' }, /Huangpu Prints/],
    ['M012', { staff: 'nobody' }, /no account of staff nobody/],
  ]
  for (const [id, options, why] of wrong) {
    await expect(say(...machineWords(id, options))).rejects.toThrow(why)
  }
  const gone = await shop.call(machineDetail, { machine_id: 'M012' })
  expect(gone).toMatchObject({ fault: { code: 'machine-unknown' } })
})
