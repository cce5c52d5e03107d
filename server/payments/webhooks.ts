import { and, eq, or, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { providerIds } from '#core/commerce/payments/providers.ts'
import type { Context } from '../context.ts'
import { payments, paymentWebhooks } from '../database/schema.ts'
import type { PaymentProvider, Webhook } from './provider.ts'

const BODY_BYTES_MAX = 256 * 1024

/**
 * Where providers say that something happened: a hint when to ask, nothing more. An event is noted
 * once what it causes is committed, so a crash in between only means that it comes again.
 * @param ask asks the provider, and brings the payment to its answer
 */
export function serveWebhooks(
  app: FastifyInstance,
  context: Context,
  ask: (paymentId: string) => Promise<unknown>,
): void {
  const takeIn = async (provider: PaymentProvider, hook: Webhook): Promise<void> => {
    const { eventId, reference } = hook
    if (await isKnown(context, provider, eventId)) return
    const [payment] = await context.database
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.provider, provider.id),
          or(eq(payments.reference, reference), eq(sql`${payments.id}::text`, reference)),
        ),
      )
    if (payment === undefined) {
      context.log.warn({ provider: provider.id, event: eventId }, 'a webhook about nothing of ours')
      return
    }
    await ask(payment.id)
    await context.database
      .insert(paymentWebhooks)
      .values({ provider: provider.id, eventId, at: context.now() })
      .onConflictDoNothing()
  }

  const answer = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const provider = providerNamed(context, request.params.provider)
    if (provider === null) return reply.callNotFound()
    const hook = Buffer.isBuffer(request.body)
      ? provider.readWebhook(request.body, request.headers)
      : null
    if (hook === null) return reply.code(400).send({ error: 'signature' })
    try {
      await takeIn(provider, hook)
    } catch (thrown) {
      request.log.error({ err: thrown, provider: provider.id }, 'a webhook is asked for again')
      return reply.code(503).send({ error: 'again' })
    }
    return reply.send({ taken: true })
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature is over the bytes as they came.
    const raw = { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX } as const
    scope.addContentTypeParser('*', raw, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (request) => context.admit(request))
    scope.post('/v1/payments/:provider/webhook', answer)
  })
}

interface Params {
  readonly provider: string
}

async function isKnown(
  { database }: Context,
  provider: PaymentProvider,
  eventId: string,
): Promise<boolean> {
  const rows = await database
    .select({ eventId: paymentWebhooks.eventId })
    .from(paymentWebhooks)
    .where(and(eq(paymentWebhooks.provider, provider.id), eq(paymentWebhooks.eventId, eventId)))
  return rows.length > 0
}

function providerNamed({ payments: known }: Context, name: string): PaymentProvider | null {
  const id = providerIds.find((each) => each === name)
  if (id === undefined) return null
  return known.cards?.id === id ? known.cards : null
}
