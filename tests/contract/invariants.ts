import { bookPromises } from '#server/operation/book-promises.ts'

/** What a query answers; a pool or a client of `pg`. */
export interface Asked {
  readonly query: (text: string, values?: unknown[]) => Promise<{ readonly rows: unknown[] }>
}

/** How much of an item a machine had before anything was ordered, refills included. */
export interface Blanks {
  readonly machine: string
  readonly item: string
  readonly begun: number
}

/** The bank let go what it had reserved before it was taken for a sheet that came out: a loss that staff sees, and nobody mends. */
const lostToBank = `state = 'stuck' and trouble like 'lapsed %'`

/** Once nothing is under way any more. */
const quiet: Readonly<Record<string, string>> = {
  'no end is open': `select id, state from payments
    where state in ('started', 'authorised', 'capture-due', 'return-due', 'stuck')
      and not coalesce(${lostToBank}, false)
      and exists (select from orders where id = order_id and status in (3, 4, 5))`,
  'nothing is asked of a provider': `select key, last_error from outbox where done_at is null`,
  'who got a print paid for it, and who got none has the money': `select order_number, stage
    from orders left join lateral (select coalesce(sum(case when to_account = 'delivered' then minor
        when from_account = 'delivered' then -minor else 0 end), 0) as delivered,
      coalesce(sum(case when to_account = 'held' then minor
        when from_account = 'held' then -minor else 0 end), 0) as held
      from ledger_entries where order_id = orders.id) as money on true
    where (status in (3, 4, 5) or stage in ('production-finished', 'discharging',
        'print-complete-about-to-ship', 'shipped')) and (held <> 0 or delivered <>
      case when status < 4 then (quote -> 'total' ->> 'minor')::int else 0 end)
      and not (status < 4
        and exists (select from payments where order_id = orders.id and ${lostToBank}))`,
}

const blanksUsed = `select stock.machine_id as machine, item,
    available + reserved + coalesce(used.blanks, 0) as all
  from stock left join (select print_attempts.machine_id, stock_item, sum(stock_quantity) as blanks
      from print_attempts join print_jobs on print_jobs.id = job_id
      join orders on orders.id = print_jobs.order_id
      where outcome = 'printed' or (outcome = 'lost' and print_jobs.state = 'cancelled'
        and print_attempts.token = print_jobs.token)
      group by 1, 2) as used
    on used.machine_id = stock.machine_id and used.stock_item = stock.item`

const isSet = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null

/** What stands in the machines now: taken before anything is ordered. */
export async function blanksBegun(database: Asked): Promise<readonly Blanks[]> {
  const { rows } = await database.query(blanksUsed)
  return rows.filter(isSet).map(({ machine, item, all }) => ({
    machine: String(machine),
    item: String(item),
    begun: Number(all),
  }))
}

/**
 * The promises that the database breaks now, each with the rows that break it.
 * @param settled nothing is under way any more: then more is promised
 */
export async function brokenPromises(
  database: Asked,
  begun: readonly Blanks[],
  settled = false,
): Promise<readonly string[]> {
  const broken: string[] = []
  for (const [promise, text] of Object.entries(
    settled ? { ...bookPromises, ...quiet } : bookPromises,
  )) {
    const { rows } = await database.query(text)
    if (rows.length > 0) broken.push(`${promise}: ${JSON.stringify(rows.slice(0, 5))}`)
  }
  const key = ({ machine, item }: Blanks) => JSON.stringify([machine, item])
  const before = new Map(begun.map((each) => [key(each), each.begun]))
  for (const now of await blanksBegun(database)) {
    const was = before.get(key(now))
    if (was !== now.begun)
      broken.push(`blanks of ${now.item} at ${now.machine}: ${now.begun}, ${was}`)
  }
  return broken
}
