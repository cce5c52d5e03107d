import type { FastifyRequest } from 'fastify'
import { Refused } from './refused.ts'

/**
 * Who sends a request, by the token in its head.
 * @throws Refused `signed-out` where there is none, or it holds no more
 */
export async function callerIn<Who>(
  { headers }: FastifyRequest,
  callerOf: (token: string) => Promise<Who | null>,
): Promise<Who> {
  const token = headers['token']
  const caller = typeof token === 'string' ? await callerOf(token) : null
  if (caller === null) throw new Refused('signed-out')
  return caller
}
