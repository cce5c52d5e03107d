import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { boxAbout, maskOf } from '../../../face-points/face-outlines.ts'
import { pointsOf } from '../../../face-points/face-points.ts'
import type { DrawnFace } from './feature-lines.ts'

/** Shade of what is between lips that is no tooth: the dark of a mouth. */
const DARK = { from: 0.5, wholly: 0.8 }
/** How much of a line between teeth a pen leaves out. */
const LEFT_OUT = 0.9

/** Leaves out a pen's lines between teeth: as wide as a lip's they are gaps, and beside a corner's dark a fang. */
export function joinTeeth(
  { lines, shading }: Record<'lines' | 'shading', FloatPlane>,
  faces: readonly DrawnFace[],
): void {
  for (const { points, isMouthHidden = false } of faces) {
    if (isMouthHidden) continue
    const opening = [
      ...pointsOf(points, 'mouthTop'),
      ...pointsOf(points, 'mouthBottom').toReversed(),
    ]
    const box = boxAbout(opening, 0, lines)
    if (box.width < 1 || box.height < 1) continue
    const place = ({ x, y }: { x: number; y: number }) => ({ x: x - box.x, y: y - box.y })
    const inside = maskOf([opening], box.width, box.height, place).values
    for (let i = 0; i < inside.length; i++) {
      const share = inside[i] as number
      if (share === 0) continue
      const at = (box.y + Math.floor(i / box.width)) * lines.widthPx + box.x + (i % box.width)
      const tooth = 1 - smoothstep(DARK.from, DARK.wholly, shading.values[at] as number)
      const line = lines.values[at] as number
      lines.values[at] = line + (1 - line) * LEFT_OUT * share * tooth
    }
  }
}
