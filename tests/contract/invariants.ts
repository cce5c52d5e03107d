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

const SETTLING = `('authorised', 'capture-due', 'captured', 'stuck')`

/** Orders whose money and print are under way or done: paid, and not called off. */
const PAID = `orders.status in (1, 2, 3)`

const jobStates = `(values
  ('queuing', 'queued'), ('waiting-for-production', 'queued'), ('in-production', 'claimed'),
  ('printing', 'printing'), ('print-unknown', 'unknown'), ('device-fault', 'held'),
  ('awaiting-stock-in', 'held'), ('resting', 'held'), ('production-finished', 'printed'),
  ('discharging', 'printed'), ('print-complete-about-to-ship', 'printed'), ('shipped', 'printed'),
  ('order-complete', 'printed'), ('pickup-complete', 'printed'), ('cancel-production', 'cancelled'),
  ('cancel-production', 'printed'), ('waiting-for-payment', 'none'), ('closed', 'none'),
  ('out-of-stock-cancelled', 'none')) as fits (stage, job)`

const statusOfStages = `(values
  ('waiting-for-payment', 0), ('shipped', 2), ('order-complete', 3), ('pickup-complete', 3),
  ('cancel-production', 4), ('closed', 4), ('out-of-stock-cancelled', 5)) as fits (stage, status)`

const balances = `(select payments.id, payments.state, payments.minor,
    coalesce(sum(lines.minor) filter (where from_account = 'customer'), 0) as charged,
    coalesce(sum(lines.minor) filter (where to_account = 'held'), 0)
      - coalesce(sum(lines.minor) filter (where from_account = 'held'), 0) as held,
    coalesce(sum(lines.minor) filter (where to_account = 'delivered'), 0)
      - coalesce(sum(lines.minor) filter (where from_account = 'delivered'), 0) as delivered,
    coalesce(sum(lines.minor) filter (where to_account = 'refunded'), 0) as refunded
  from payments left join ledger_entries lines on lines.payment_id = payments.id
  group by payments.id) as books`

/** Each answers the rows that break a promise; at every moment, whatever is under way, none. */
const always: Readonly<Record<string, string>> = {
  'an order has one settled payment at most': `select order_id from payments
    where state in ${SETTLING} group by order_id having count(*) > 1`,
  'what is printed or will be is paid': `select order_number, stage from orders where ${PAID}
    and not exists (select from payments where order_id = orders.id and state in ${SETTLING})`,
  'nothing waits to be printed, or is begun anew, whose money is gone': `select order_number, stage
    from orders where stage in ('queuing', 'waiting-for-production', 'in-production', 'device-fault',
        'awaiting-stock-in', 'resting')
      and exists (select from payments where order_id = orders.id and state in ('stuck', 'voided'))
      and not exists (select from payments where order_id = orders.id
        and state in ('authorised', 'capture-due', 'captured'))
      and not exists (select from order_events where order_id = orders.id and event = 'printed')`,
  'what waits for money has none': `select order_number from orders where status = 0
    and exists (select from payments where order_id = orders.id and state in ${SETTLING})`,
  'an order is printed once, and again only by staff': `select order_number from orders
    join print_jobs on print_jobs.order_id = orders.id
    where (select count(*) from print_attempts where job_id = print_jobs.id and outcome = 'printed')
      > 1 + (select count(*) from order_events where order_id = orders.id and event = 'reprint-ordered')`,
  'what is handed over was printed': `select order_number from orders
    left join print_jobs on print_jobs.order_id = orders.id
    where stage in ('production-finished', 'discharging', 'print-complete-about-to-ship', 'shipped',
        'order-complete', 'pickup-complete')
      and not exists (select from print_attempts where job_id = print_jobs.id and outcome = 'printed')`,
  'only the newest claim is open, and only while a station has the job': `select job_id
    from print_attempts join print_jobs on print_jobs.id = job_id
    where (ended_at is null) <> (print_attempts.token = print_jobs.token
      and print_jobs.state in ('claimed', 'printing'))`,
  'the print job stands where its order does': `select order_number, stage, print_jobs.state
    from orders left join print_jobs on print_jobs.order_id = orders.id
    where not exists (select from ${jobStates}
      where fits.stage = orders.stage and fits.job = coalesce(print_jobs.state, 'none'))`,
  'the print job is at its order’s machine': `select order_number from orders
    join print_jobs on print_jobs.order_id = orders.id where print_jobs.machine_id <> orders.machine_id`,
  'status and stage belong together': `select order_number from orders
    left join ${statusOfStages} on fits.stage = orders.stage
    where coalesce(fits.status, 1) <> orders.status`,
  'what is to be printed holds its slot and blanks; what is printed, or over, holds nothing': `select order_number, stage from orders
    where holds_slot <> (status in (0, 1) and stage not in
        ('production-finished', 'discharging', 'print-complete-about-to-ship'))
      or holds_stock <> (holds_slot and stock_item is not null)`,
  'a machine’s slots are those that orders hold': `select id, slots_taken from machines
    where slots_taken <> (select count(*) from orders where machine_id = machines.id and holds_slot)
      or slots_taken > slots`,
  'what is reserved is what orders hold': `select machine_id, item, reserved from stock
    where reserved <> (select coalesce(sum(stock_quantity), 0) from orders
      where machine_id = stock.machine_id and stock_item = stock.item and holds_stock)`,
  'charged = delivered + held + refunded, each of them not negative': `select id from ${balances}
    where charged <> held + delivered + refunded or held < 0 or delivered < 0 or refunded < 0
      or charged not in (0, minor)`,
  'the books say what the payment says': `select id, state from ${balances} where case
    when state in ('authorised', 'capture-due') then held <> minor
    when state = 'captured' then delivered <> minor
    when state in ('voided', 'refunded') then held + delivered <> 0
    when state = 'return-due' then refunded <> 0
    when state in ('started', 'declined', 'cancelled') then charged <> 0
    else false end`,
  'an order’s history is whole': `select order_number from orders
    where version <> (select count(*) from order_events where order_id = orders.id)`,
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

const blanksUsed = `select stock.machine_id as machine, item, available + reserved
    + coalesce((select sum(stock_quantity) from print_attempts
      join print_jobs on print_jobs.id = job_id join orders on orders.id = print_jobs.order_id
      where print_attempts.machine_id = stock.machine_id and stock_item = stock.item
        and (outcome = 'printed' or (outcome = 'lost' and print_jobs.state = 'cancelled'
          and print_attempts.token = print_jobs.token))), 0) as all
  from stock`

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
  for (const [promise, text] of Object.entries(settled ? { ...always, ...quiet } : always)) {
    const { rows } = await database.query(text)
    if (rows.length > 0) broken.push(`${promise}: ${JSON.stringify(rows.slice(0, 5))}`)
  }
  for (const { machine, item, begun: all } of await blanksBegun(database)) {
    const before = begun.find((each) => each.machine === machine && each.item === item)
    if (before?.begun !== all)
      broken.push(`blanks of ${item} at ${machine}: ${all}, ${before?.begun}`)
  }
  return broken
}
