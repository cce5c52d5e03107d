import type { Context } from '../../context.ts'
import type { Agent } from './authenticate.ts'
import { StationFault } from './station-fault.ts'

/** Hands an order over at its station for its pickup code. @throws StationFault `order-unknown` */
export async function handOver(
  _context: Context,
  _agent: Agent,
  _code: string,
): Promise<{ orderNumber: string; printNumber: number }> {
  throw new StationFault('order-unknown')
}
