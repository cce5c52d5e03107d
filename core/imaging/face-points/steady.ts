/** Steps of angles, radians. */
const TURN = 1 / 512
/** Steps of lengths, as a power of two of the size's own. */
const FINER = 8

/**
 * Rounds lengths to steps of a 256th to a 512th of a size, px. A network answers the browser and the server alike but
 * for its last digits; what the next network is shown is cut by that, and would be another picture by whole levels.
 */
export function steadyBy(sizePx: number): (lengthPx: number) => number {
  const step = 2 ** (Math.floor(Math.log2(Math.max(1, sizePx))) - FINER)
  return (lengthPx) => Math.round(lengthPx / step) * step
}

/** Rounds an angle, radians, for the same reason. */
export const steadyAngle = (angle: number): number => Math.round(angle / TURN) * TURN
