import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { repeat } from '../operation/sweeps.ts'
import { openOutbox } from '../outbox/outbox.ts'
import { askAboutAuthorised } from './ask-authorised.ts'
import { createAsker } from './ask-provider.ts'
import { carryOutTask } from './carry-out-task.ts'
import { reconcilePayments } from './reconcile.ts'
import { deliverWebhooks } from './sandbox/deliver-webhooks.ts'
import { webhookKey } from './sandbox/sandbox-signature.ts'
import { serveCardPage } from './sandbox/serve-card-page.ts'
import { serveWebhooks } from './webhooks.ts'

/** What is due is looked for so often, besides when the database tells of it. */
const LOOK_MS = 1_000
const RECONCILE_MS = 2_000
const AUTHORISED_MS = 60_000

/**
 * Everything of payments that runs by itself: webhooks, the outbox to the providers, the reconciler,
 * the sandbox's own side.
 */
export function runPayments(app: FastifyInstance, context: Context): { stop: () => Promise<void> } {
  const { config } = context
  let leaveBy = 0
  app.addHook('preClose', async () => {
    leaveBy = Date.now() + config.patience.drainMs
  })
  const ask = createAsker(context)
  const outbox = openOutbox(context, (task) => carryOutTask(context, task))
  const hearNoMore = context.news.on('outbox_due', '', outbox.wake)
  serveWebhooks(app, context, ask)
  const sandbox = runSandbox(app, context)
  const sweeps = [
    repeat('outbox', LOOK_MS, async () => outbox.wake(), context),
    repeat(
      'open payments',
      RECONCILE_MS,
      (isLeaving) => reconcilePayments(context, ask, isLeaving),
      context,
    ),
    repeat(
      'reserved money',
      AUTHORISED_MS,
      (isLeaving) => askAboutAuthorised(context, ask, isLeaving),
      context,
    ),
  ]
  return {
    stop: async () => {
      hearNoMore()
      for (const sweep of sweeps) await sweep.stop()
      await sandbox.stop()
      await outbox.drain(Math.max(0, leaveBy - Date.now()))
    },
  }
}

/** The sandbox's third party sends its webhooks over the network, as any provider does. */
function runSandbox(app: FastifyInstance, context: Context): { stop: () => Promise<void> } {
  const { sandbox } = context.payments
  if (sandbox === null) return { stop: async () => {} }
  serveCardPage(app, sandbox, context.admit)
  const key = webhookKey(context.secret)
  const { payments } = context.config
  let leaving = false
  const elsewhere = payments.kind === 'sandbox' ? payments.webhook : null
  const deliver = async () => {
    if (leaving) return
    if (elsewhere !== null) return await deliverWebhooks(context, key, elsewhere)
    const address = app.server.address()
    if (address === null || typeof address === 'string') return
    await deliverWebhooks(context, key, `${urlOf(address)}/v1/payments/sandbox/webhook`)
  }
  const sweep = repeat('sandbox webhooks', LOOK_MS, deliver, context)
  const hurried = new Set<Promise<void>>()
  sandbox.onChange(() => {
    const work: Promise<void> = deliver()
      .catch((thrown: unknown) => context.log.warn({ err: thrown }, 'sent a second later'))
      .finally(() => hurried.delete(work))
    hurried.add(work)
  })
  return {
    stop: async () => {
      leaving = true
      await sweep.stop()
      await Promise.all(hurried)
    },
  }
}

/** This server itself: an address that stands for all of them is heard on this machine's own. */
const urlOf = ({ address, family, port }: AddressInfo): string => {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
