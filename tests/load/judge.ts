import { setTimeout as pause } from 'node:timers/promises'
import { type Asked, type Blanks, brokenPromises } from '../contract/invariants.ts'
import type { Servers } from './servers.ts'
import type { Shoppers } from './shoppers.ts'
import type { Stations } from './stations.ts'
import type { Watchers } from './watchers.ts'

const LOOK_MS = 500
/** How long orders may take to be printed, and the books to be closed, once no more are placed. */
const SETTLES_MS = 300_000
/** Within so long whoever watches is served again, and has seen what is so. */
const SERVED_MS = 60_000

/** What must not be: each with how often it was. */
export type Failures = Readonly<Record<string, number>>

interface Run {
  readonly database: Asked
  readonly blanks: readonly Blanks[]
  readonly servers: Servers
  readonly shoppers: Shoppers
  readonly agents: Stations
  readonly watchers: Watchers
}

const isOver = `stage in ('production-finished', 'discharging', 'pickup-complete')`
const unprinted = `select order_number as number from orders where not ${isOver}`
const unasked = 'select key as number from outbox where done_at is null'
const everyOrder = 'select order_number as number from orders'
/** Orders that the bank took more or less for than they cost, or not once. */
const wronglyPaid = `select orders.order_number as number from orders
  left join sandbox_payments as bank
    on bank.order_number = orders.order_number and bank.state in ('authorised', 'captured')
  group by orders.id having count(bank.state) <> 1 or min(bank.state) <> 'captured'
    or sum(bank.minor) <> min((quote -> 'total' ->> 'minor')::int)`

/** Waits until nothing is under way any more, and says what was lost, doubled or not served. */
export async function judge(run: Run): Promise<Failures> {
  const { database, blanks, servers, shoppers, agents, watchers } = run
  const numbers = async (text: string): Promise<readonly string[]> => {
    const { rows } = await database.query(text)
    return rows.map((row) =>
      typeof row === 'object' && row !== null && 'number' in row ? String(row.number) : '',
    )
  }
  const left = async () => [...(await numbers(unprinted)), ...(await numbers(unasked))]
  for (const until = Date.now() + SETTLES_MS; Date.now() < until; await pause(LOOK_MS)) {
    if ((await left()).length === 0) break
  }
  const known = new Set(await numbers(everyOrder))
  const printed = new Set(agents.sheets)
  const acknowledged = shoppers.placed
  const broken = await brokenPromises(database, blanks, true)
  for (const each of broken) console.log(each)
  return {
    'acknowledged orders lost': [...acknowledged.keys()].filter((each) => !known.has(each)).length,
    'orders that nobody was told of': [...known].filter((each) => !acknowledged.has(each)).length,
    'orders not printed and booked in the end': (await left()).length,
    'orders without a sheet': [...known].filter((each) => !printed.has(each)).length,
    'printed twice': agents.sheets.length - printed.size,
    'sheets that the server did not take': agents.refused.length,
    'paid not exactly once, by the bank’s books': (await numbers(wronglyPaid)).length,
    'promises broken in the database': broken.length,
    'watchers not served again': await watchers.served(SERVED_MS),
    'watchers who have not seen how it ended': await watchers.upToDate(SERVED_MS),
    'servers that ended by themselves': servers.lost(),
  }
}
