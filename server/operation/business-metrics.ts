import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import { orderStages, stepOf } from '#core/commerce/orders/order-status.ts'
import { openStates } from '#core/commerce/payments/payment-transitions.ts'
import { machineStates } from '#core/commerce/stations/machine-state.ts'
import type { Database } from '../database/connect.ts'

/** Several collectors, or one in a hurry, cost one look. */
const FRESH_MS = 5_000

const counts = z.array(z.object({ name: z.string(), count: z.coerce.number() }))
const rowSchema = z.object({
  orders: counts,
  payments: counts,
  machines: counts,
  silent: z.coerce.number(),
  open_payment_seconds: z.coerce.number(),
  queue_seconds: z.coerce.number(),
  outbox_due: z.coerce.number(),
  outbox_seconds: z.coerce.number(),
  imaging: counts,
  imaging_seconds: z.coerce.number(),
  imaging_wait_seconds: z.coerce.number(),
  imaging_slots: z.coerce.number(),
  imaging_kept_seconds: z.coerce.number(),
})
type Row = z.output<typeof rowSchema>

const passing = orderStages.filter((stage) => stepOf(stage) !== 'done')
const openImaging = ['waiting', 'running']
const watchedPayments = [...openStates, 'authorised', 'stuck']

const counted = (table: string, column: string, names: readonly string[]) => sql`
  (select coalesce(jsonb_agg(counted), '[]') from (
    select ${sql.identifier(column)} as name, count(*) as count from ${sql.identifier(table)}
    where ${sql.identifier(column)} in ${[...names]} group by 1
  ) counted)`
const oldest = (column: string) => sql`
  coalesce(extract(epoch from now() - min(${sql.identifier(column)})), 0)`

/** A server that runs image tools and is there. */
const isHeard = sql`seen_at > now() - interval '15 s'`

const look = sql`select
  ${counted('orders', 'stage', passing)} as orders,
  ${counted('payments', 'state', watchedPayments)} as payments,
  ${counted('machines', 'state', machineStates)} as machines,
  (select count(*) from machines where silent and last_seen_at is not null) as silent,
  (select ${oldest('changed_at')} from payments where state in ${[...openStates]})
    as open_payment_seconds,
  (select ${oldest('queued_at')} from print_jobs where state = 'queued') as queue_seconds,
  (select count(*) from outbox where done_at is null and due_at <= now()) as outbox_due,
  (select ${oldest('created_at')} from outbox where done_at is null) as outbox_seconds,
  ${counted('imaging_jobs', 'state', openImaging)} as imaging,
  (select ${oldest('created_at')} from imaging_jobs where state = 'waiting') as imaging_seconds,
  (select coalesce(sum(slots), 0) from imaging_servers where ${isHeard}) as imaging_slots,
  (select ${oldest('created_at')} from files where purpose = 'imaging') as imaging_kept_seconds,
  (select coalesce(sum(cost_seconds), 0) from imaging_jobs where state in ${openImaging}) * (
    select coalesce(avg(slowness), 1) / greatest(coalesce(sum(slots), 0), 1)
    from imaging_servers where ${isHeard}
  ) as imaging_wait_seconds`

/**
 * What an operator is woken for, read from the database when a collector asks: every server of a
 * deployment says the same. Where the database does not answer, `stampa_database_up` is 0 and the
 * others are left out, so that no old figure passes for a new one.
 */
export function watchBusiness(registry: Registry, database: Database): () => Promise<void> {
  const gauges = createGauges(registry)
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - lookedAt < FRESH_MS) return
    const row = await database.execute(look).then(
      ({ rows: [first] }) => rowSchema.parse(first),
      () => null,
    )
    lookedAt = row === null ? Number.NEGATIVE_INFINITY : performance.now()
    gauges.show(row)
  }
}

function createGauges(registry: Registry) {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const labelled = (name: string, label: string, help: string) =>
    new Gauge({ name, help, labelNames: [label], registers })
  const up = gauge('stampa_database_up', 'Whether the database answered this collector')
  const single = {
    silent: gauge('stampa_stations_silent', 'Stations whose agent is not heard of'),
    open_payment_seconds: gauge(
      'stampa_payment_open_seconds',
      'Age of the oldest payment whose end only its provider knows',
    ),
    queue_seconds: gauge('stampa_queue_oldest_seconds', 'Age of the print that waits longest'),
    outbox_due: gauge('stampa_outbox_due', 'Asks to providers that are due'),
    outbox_seconds: gauge('stampa_outbox_oldest_seconds', 'Age of the oldest ask to a provider'),
    imaging_seconds: gauge(
      'stampa_imaging_oldest_seconds',
      'How long the oldest image tool that waits has waited',
    ),
    imaging_wait_seconds: gauge(
      'stampa_imaging_wait_seconds',
      'Work of image tools that is ahead of who comes now, shared by the slots',
    ),
    imaging_kept_seconds: gauge(
      'stampa_imaging_kept_seconds',
      'Age of the oldest photo or result of an image tool that is kept',
    ),
    imaging_slots: gauge('stampa_imaging_slots', 'Image tools that all servers run at once'),
  }
  const byName = {
    orders: labelled('stampa_orders', 'stage', 'Orders that are not over'),
    payments: labelled('stampa_payments', 'state', 'Payments that are not over'),
    machines: labelled('stampa_stations', 'state', 'Stations'),
    imaging: labelled('stampa_imaging_jobs', 'state', 'Image tools that are not over'),
  }
  const names = {
    orders: passing,
    payments: watchedPayments,
    machines: machineStates,
    imaging: openImaging,
  }
  const show = (row: Row | null) => {
    up.set(row === null ? 0 : 1)
    for (const each of Object.values(single)) each.remove()
    for (const each of Object.values(byName)) each.reset()
    if (row === null) return
    single.silent.set(row.silent)
    single.open_payment_seconds.set(row.open_payment_seconds)
    single.queue_seconds.set(row.queue_seconds)
    single.outbox_due.set(row.outbox_due)
    single.outbox_seconds.set(row.outbox_seconds)
    single.imaging_seconds.set(row.imaging_seconds)
    single.imaging_wait_seconds.set(row.imaging_wait_seconds)
    single.imaging_slots.set(row.imaging_slots)
    single.imaging_kept_seconds.set(row.imaging_kept_seconds)
    for (const kind of ['orders', 'payments', 'machines', 'imaging'] as const) {
      const found = new Map(row[kind].map(({ name, count }) => [name, count]))
      for (const name of names[kind]) {
        byName[kind].labels(name).set(found.get(name) ?? 0)
      }
    }
  }
  return { show }
}
