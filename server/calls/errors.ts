import type { FastifyError, FastifyInstance } from 'fastify'
import type { Envelope } from '#core/contract/envelope.ts'
import { type Refusal, refusalTable } from '#core/refusals.ts'
import { Refused } from './refused.ts'

/**
 * What fails before a handler is reached is answered in the same envelope. A body that cannot be
 * read is never code 400, which would sign the customer out. Outside of calls, which answer their own,
 * a refusal is told by its status.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Refused>(async (error, request, reply) => {
    if (error instanceof Refused) {
      const { code, refusal, details } = error
      return await reply
        .code(code)
        .header('Cache-Control', 'no-store')
        .send({ refusal, params: details.params })
    }
    const isCallers = error.statusCode !== undefined && error.statusCode < 500
    if (!isCallers) request.log.error({ err: error }, 'a request failed')
    const envelope = refusedAs(isCallers ? 'fields-wrong' : 'server-fault')
    return await reply.code(isCallers ? (error.statusCode ?? 422) : 500).send(envelope)
  })
}

const refusedAs = (refusal: Refusal): Envelope => ({
  code: refusalTable[refusal].code,
  data: { refusal, params: {}, fields: {} },
  msg: refusal,
  status: false,
})
