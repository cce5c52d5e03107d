import type { RoundedBoxMm } from '../../design/geometry.ts'

/** A place on an outline with the direction that faces away from it. */
export interface RimPoint {
  readonly x: number
  readonly y: number
  readonly nx: number
  readonly ny: number
}

/** Clockwise along a box with rounded corners, evenly spaced, from the middle of its top. */
export function rimPoints(box: RoundedBoxMm, count: number): readonly RimPoint[] {
  const radius = Math.min(box.cornerRadiusMm, box.widthMm / 2, box.heightMm / 2)
  const across = box.widthMm - 2 * radius
  const down = box.heightMm - 2 * radius
  const turn = (Math.PI / 2) * radius
  const length = 2 * across + 2 * down + 4 * turn
  return Array.from({ length: count }, (_, at) =>
    pointAt(box, radius, (at / count) * length + across / 2),
  )
}

/** `along` runs from the left end of the top edge. */
function pointAt(box: RoundedBoxMm, radius: number, along: number): RimPoint {
  const centreX = box.xMm + box.widthMm / 2
  const centreY = box.yMm + box.heightMm / 2
  const halfX = box.widthMm / 2 - radius
  const halfY = box.heightMm / 2 - radius
  const sides = [halfX, halfY, halfX, halfY]
  const quarter = (Math.PI / 2) * radius
  let left = along % sides.reduce((sum, half) => sum + 2 * half + quarter, 0)
  for (const [side, half] of sides.entries()) {
    // Each side runs along its edge, then round the corner at its end.
    const out = side * (Math.PI / 2) - Math.PI / 2
    const [ox, oy] = [Math.cos(out), Math.sin(out)]
    const [tx, ty] = [-oy, ox]
    const reach = side % 2 === 0 ? halfY + radius : halfX + radius
    if (left <= 2 * half) {
      const offset = left - half
      return {
        x: centreX + ox * reach + tx * offset,
        y: centreY + oy * reach + ty * offset,
        nx: ox,
        ny: oy,
      }
    }
    left -= 2 * half
    if (left <= quarter && radius > 0) {
      const angle = out + left / radius
      const [nx, ny] = [Math.cos(angle), Math.sin(angle)]
      const cornerX = centreX + ox * (reach - radius) + tx * half
      const cornerY = centreY + oy * (reach - radius) + ty * half
      return { x: cornerX + nx * radius, y: cornerY + ny * radius, nx, ny }
    }
    left -= quarter
  }
  return { x: centreX, y: box.yMm, nx: 0, ny: -1 }
}
