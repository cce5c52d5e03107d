import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { Cells } from '../cells/cells.ts'
import { chinFrameOf } from './chin-frame.ts'
import type { SkinOfBody } from './skin-of-body.ts'

/** How far a neck reaches below the chin and to either side of it, face widths. */
const NECK = { above: 0.12, below: 0.55, aside: 0.36 }
/** A cell belongs to a neck that lies in it for the most part. */
const WITHIN = 0.55

/** Whose neck a cell lies in for the most part. */
export function necksOf(
  { of, total, widthPx, heightPx }: Cells,
  sizes: Uint32Array,
  skins: readonly SkinOfBody[],
): (SkinOfBody | undefined)[] {
  const necks: (SkinOfBody | undefined)[] = Array.from({ length: total }, () => undefined)
  for (const skin of skins) {
    const inside = new Uint32Array(total)
    eachOfNeck(skin.face, widthPx, heightPx, (at) => {
      const cell = of[at] as number
      inside[cell] = (inside[cell] as number) + 1
    })
    inside.forEach((count, cell) => {
      if (count > WITHIN * (sizes[cell] as number)) necks[cell] = skin
    })
  }
  return necks
}

function eachOfNeck(
  face: FoundFace,
  widthPx: number,
  heightPx: number,
  visit: (at: number) => void,
): void {
  const { chin, uAt, vAt } = chinFrameOf(face)
  const reachPx = (NECK.aside + NECK.below) * face.widthPx
  const [left = 0, top = 0] = [chin.x, chin.y].map((p) => Math.floor(Math.max(0, p - reachPx)))
  for (let y = top; y < Math.min(heightPx, chin.y + reachPx); y++) {
    for (let x = left; x < Math.min(widthPx, chin.x + reachPx); x++) {
      const v = vAt(x, y)
      if (v <= -NECK.above || v >= NECK.below) continue
      if (Math.abs(uAt(x, y)) < NECK.aside) visit(y * widthPx + x)
    }
  }
}
