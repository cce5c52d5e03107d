import { Refused } from '../../calls/refused.ts'
import type { Context } from '../../context.ts'
import { collect } from '../../orders/pickup.ts'
import type { Agent } from './authenticate.ts'
import { StationFault } from './station-fault.ts'

/**
 * Hands an order over at its station for its pickup code.
 * @throws StationFault `pickup-refused` with the refusal that says why, `too-many` after many guesses
 */
export async function handOver(
  context: Context,
  { id, machineId }: Agent,
  code: string,
): Promise<{ orderNumber: string; printNumber: number }> {
  try {
    const by = { actor: 'station', by: id } as const
    const { orderNumber, printNumber } = await collect(context, machineId, code, by)
    return { orderNumber, printNumber }
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown
    const error = thrown.refusal === 'too-many-calls' ? 'too-many' : 'pickup-refused'
    throw new StationFault(error, thrown)
  }
}
