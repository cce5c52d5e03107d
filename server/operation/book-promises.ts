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

/**
 * What orders, payments, prints, stock and slots promise each other: each query answers the rows that
 * break a promise; at every moment, whatever is under way, none.
 */
export const bookPromises: Readonly<Record<string, string>> = {
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
    left join (select machine_id, count(*) as held from orders where holds_slot group by 1) as taken
      on taken.machine_id = machines.id
    where slots_taken <> coalesce(held, 0) or slots_taken > slots`,
  'what is reserved is what orders hold': `select stock.machine_id, item, reserved from stock
    left join (select machine_id, stock_item, sum(stock_quantity) as held from orders
      where holds_stock group by 1, 2) as taken
      on taken.machine_id = stock.machine_id and taken.stock_item = stock.item
    where reserved <> coalesce(held, 0)`,
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
