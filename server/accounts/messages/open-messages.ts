import type { FastifyBaseLogger } from 'fastify'
import type { MessageRoute } from '../../config.ts'
import { gatewayMessages } from './gateway.ts'
import type { Messages } from './messages.ts'

/** The carrier that the deployment names; without one the sandbox. */
export const openMessages = (route: MessageRoute, log: FastifyBaseLogger): Messages =>
  route.kind === 'gateway' ? gatewayMessages(route) : sandboxMessages(log)

/** Messages for trying the product out: in the log instead of on a phone, without the number. */
const sandboxMessages = (log: FastifyBaseLogger): Messages => ({
  isSandbox: true,
  send: async (_number, text) => log.info({ text }, 'a test message, sent to nobody'),
})
