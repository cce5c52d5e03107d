import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type StaffRole, staffRoles } from '#core/contract/entities/staff.ts'
import { readConfig } from './config.ts'
import { connect } from './database/connect.ts'
import { reachEmbeddedDatabase } from './database/embedded.ts'
import { addStaffAccount, resetSecondFactor } from './staff/accounts.ts'

const USAGE = `npm run staff -- add --role staff --machine M001 [--machine M002] [--name NAME] USER
npm run staff -- add --role partner --partner PARTNER [--name NAME] USER
npm run staff -- add --role operator [--name NAME] USER
npm run staff -- reset-factor USER`

const commandSchema = z.tuple([
  z.enum(['add', 'reset-factor']),
  z.string().regex(/^[\w.@-]{2,80}$/, 'a user name has 2 to 80 letters, digits, . _ @ and -'),
])

/** @throws Error that says what to do */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      role: { type: 'string', default: 'staff' },
      machine: { type: 'string', multiple: true, default: [] },
      partner: { type: 'string' },
      name: { type: 'string' },
    },
  })
  const asked = commandSchema.safeParse(positionals)
  const role = z.enum(staffRoles).safeParse(values.role)
  if (!asked.success || !role.success) throw new Error(`Usage:\n${USAGE}`)
  const [command, username] = asked.data
  const config = readConfig(process.env)
  // Beside a server that runs on the data folder, its database is used.
  const database =
    config.databaseUrl === null ? await reachEmbeddedDatabase(config.dataFolder, fail) : null
  const url = config.databaseUrl ?? database?.url ?? ''
  const { databaseTimeoutMs: timeoutMs } = config
  try {
    const connection = await connect(url, { connections: 1, timeoutMs })
    try {
      const { machine: machineIds, partner = null, name = username } = values
      const account = { username, name, role: role.data, machineIds, partner }
      const password =
        command === 'add'
          ? await addStaffAccount(connection.database, account)
          : await resetSecondFactor(connection.database, username)
      console.log(`${username}, password ${password} (shown once, kept nowhere).`)
      console.log(`The first login sets up the second factor: ${screenOf(command, role.data)}`)
    } finally {
      await connection.close()
    }
  } finally {
    await database?.stop()
  }
}

/** Where they sign in, behind whatever address the server is reached at. */
const screenOf = (command: string, role: StaffRole): string =>
  command === 'reset-factor'
    ? '/#/pages/staff/index, of partners and operators /#/pages/partner/index'
    : `/#/pages/${role === 'staff' ? 'staff' : 'partner'}/index`

function fail(thrown: unknown): never {
  console.error(thrown instanceof Error ? thrown.message : thrown)
  process.exit(1)
}

await run().catch(fail)
