import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import type { Tracing } from '../operation/tracing.ts'

const TEXT_LENGTH = 1000

/**
 * A span for each statement of a pool, transactions' included. It has the statement as it was written,
 * without its parameters, and without what stands in it between quotes.
 */
export function traceStatements(pool: pg.Pool, tracing: Tracing): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    const traced = (...given: unknown[]): unknown => {
      const attributes = describe(given[0])
      const told = given.at(-1)
      if (typeof told !== 'function') {
        return tracing.span('statement', attributes, async () => {
          const answer: unknown = await Reflect.apply(query, client, given)
          return answer
        })
      }
      return tracing.begin('statement', attributes, (span) => {
        const ended = (...answer: unknown[]) => {
          span.end(answer[0] ? 'fault' : undefined)
          Reflect.apply(told, undefined, answer)
        }
        Reflect.apply(query, client, [...given.slice(0, -1), ended])
      })
    }
    Object.assign(client, { query: traced })
  })
  // What waits for a connection goes on in the turn of whoever gave it back.
  const connect = pool.connect.bind(pool)
  const bound = (waiting?: (...given: unknown[]) => unknown): unknown =>
    Reflect.apply(connect, pool, waiting === undefined ? [] : [AsyncResource.bind(waiting)])
  Object.assign(pool, { connect: bound })
}

function describe(given: unknown) {
  const text = typeof given === 'string' ? given : textIn(given)
  const plain = text
    .replaceAll(/'(?:[^']|'')*'/g, "'?'")
    .replaceAll(/\s+/g, ' ')
    .trim()
  return {
    'db.system.name': 'postgresql',
    'db.operation.name': plain.split(' ', 1)[0]?.toLowerCase() ?? '',
    'db.query.text': plain.slice(0, TEXT_LENGTH),
  }
}

const textIn = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query && typeof query.text === 'string'
    ? query.text
    : ''
