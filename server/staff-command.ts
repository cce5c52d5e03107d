import { parseArgs } from 'node:util'
import { z } from 'zod'
import { newMachineSchema } from '#core/contract/entities/machine.ts'
import { newPartnerSchema } from '#core/contract/entities/partner.ts'
import { type StaffRole, staffRoles } from '#core/contract/entities/staff.ts'
import { limits } from '#core/limits.ts'
import { readConfig } from './config.ts'
import { endOfCommand, withConnection } from './database/command-connection.ts'
import type { Database } from './database/connect.ts'
import { addPartner } from './partners/new-partner.ts'
import { addStaffAccount, resetSecondFactor } from './staff/accounts.ts'
import { addMachine } from './stations/new-machine.ts'

const USAGE = `npm run staff -- add --role staff --machine M001 [--machine M002] [--name NAME] USER
npm run staff -- add --role partner --partner PARTNER [--name NAME] USER
npm run staff -- add --role operator [--name NAME] USER
npm run staff -- reset-factor USER
npm run staff -- add-partner --share PERCENT [--time-zone Europe/Rome] NAME
npm run staff -- add-machine --name NAME --address ADDRESS --at LATITUDE,LONGITUDE
  --prints phone-case [--prints cake] --sheet WIDTHxHEIGHT (mm) [--site SITE] [--dpi ${limits.printDpi}]
  [--slots 50] [--language en-us] [--partner PARTNER] [--staff USER] ID`

const read = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      role: { type: 'string', default: 'staff' },
      machine: { type: 'string', multiple: true, default: [] },
      partner: { type: 'string' },
      name: { type: 'string' },
      share: { type: 'string' },
      'time-zone': { type: 'string', default: 'UTC' },
      address: { type: 'string' },
      at: { type: 'string', default: '' },
      prints: { type: 'string', multiple: true, default: [] },
      sheet: { type: 'string', default: '' },
      site: { type: 'string', default: '' },
      dpi: { type: 'string', default: String(limits.printDpi) },
      slots: { type: 'string', default: '50' },
      language: { type: 'string', default: 'en-us' },
      staff: { type: 'string', multiple: true, default: [] },
    },
  })
type Values = ReturnType<typeof read>['values']
/** Does what is asked for; what it says then. */
type Command = (database: Database, subject: string, values: Values) => Promise<string>

const usernameSchema = z
  .string()
  .regex(/^[\w.@-]{2,80}$/, 'a user name has 2 to 80 letters, digits, . _ @ and -')

const commands: Readonly<Record<string, Command>> = {
  add: async (database, subject, values) => {
    const username = parse(usernameSchema, subject)
    const role = parse(z.enum(staffRoles), values.role)
    const { machine: machineIds, partner = null, name = username } = values
    const account = { username, name, role, machineIds, partner }
    const password = await addStaffAccount(database, account)
    return shown(username, password, screenOf(role))
  },

  'reset-factor': async (database, subject) => {
    const username = parse(usernameSchema, subject)
    const password = await resetSecondFactor(database, username)
    const screens = `${screenOf('staff')}, of partners and operators ${screenOf('partner')}`
    return shown(username, password, screens)
  },

  'add-partner': async (database, name, { share, 'time-zone': timeZone }) => {
    // A share is typed in percent, and kept in hundredths of one.
    const shareBasisPoints = Math.round(numberOf(share) * 100)
    const partner = parse(newPartnerSchema, { name, shareBasisPoints, timeZone })
    await addPartner(database, partner)
    return `${partner.name}: the platform keeps ${partner.shareBasisPoints / 100} %.`
  },

  'add-machine': async (database, id, values) => {
    const [latitude, longitude] = values.at.split(',').map(numberOf)
    const [sheetWidthMm, sheetHeightMm] = values.sheet.split('x').map(numberOf)
    const { name, address, site, prints, language, partner = null, staff: usernames } = values
    const [dpi, slots] = [numberOf(values.dpi), numberOf(values.slots)]
    const place = { name, address, latitude, longitude, site, language }
    const printer = { prints, sheetWidthMm, sheetHeightMm, dpi, slots }
    const machine = parse(newMachineSchema, { id, ...place, ...printer })
    await addMachine(database, machine, { partner, usernames })
    return `${machine.id} is under maintenance: staff fills it, enrols its agent, and ends that.`
  },
}

/** Not a number where nothing was said. */
const numberOf = (text = ''): number => (text.trim() === '' ? Number.NaN : Number(text))

/** @throws Error that names each field that is wrong, and why */
function parse<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Error(`${z.prettifyError(parsed.error)}\nUsage:\n${USAGE}`)
}

const shown = (username: string, password: string, screens: string): string =>
  `${username}, password ${password} (shown once, kept nowhere).
The first login sets up the second factor: ${screens}`

/** Where they sign in, behind whatever address the server is reached at. */
const screenOf = (role: StaffRole): string =>
  `/#/pages/${role === 'staff' ? 'staff' : 'partner'}/index`

/** @throws Error that says what to do */
async function run(): Promise<void> {
  const { values, positionals } = read()
  const [name = '', subject, ...more] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || subject === undefined || more.length > 0) {
    throw new Error(`Usage:\n${USAGE}`)
  }
  await withConnection(readConfig(process.env), async ({ database }) => {
    console.log(await command(database, subject, values))
  })
}

await run().catch(endOfCommand)
