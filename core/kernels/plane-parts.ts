import type { PlanePart } from '../pixels/sample-rows.ts'
import type { Arena } from './arena.ts'

/** A plane as the module reads it, by what lies where. */
export function sampled(
  arena: Arena,
  { rows, originPx, wholeHeightPx }: PlanePart,
): readonly number[] {
  const isBytes = rows.values instanceof Uint8ClampedArray ? 1 : 0
  return [arena.put(rows.values), rows.widthPx, originPx, wholeHeightPx, isBytes]
}

/** What stands for a plane that is not there. */
export const NO_PLANE: readonly number[] = [0, 0, 0, 0, 0]
