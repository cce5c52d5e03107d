import type { FoundFace } from '../../../face-points/find-faces.ts'
import { headOf } from '../../../face-points/head.ts'
import type { Cel } from '../cel.ts'

/** On a head a line is long or a stray tick, in face widths. */
const LINE_LEAST = 0.55

/** Leaves short lines out on a head and close about it. */
export function calmHead(cel: Cel, face: FoundFace): void {
  const { box, place } = headOf(face, cel)
  const origin = place(0, 0)
  const aside = place(1, 0)
  const [du, dv] = [aside.u - origin.u, aside.v - origin.v]
  const least = LINE_LEAST * face.widthPx
  for (let y = box.y; y < box.y + box.height; y++) {
    const start = place(box.x + 0.5, y + 0.5)
    for (let x = 0; x < box.width; x++) {
      const u = start.u + x * du
      const v = (start.v + x * dv) * 0.8
      if (u * u + v * v < 0.81) cel.shortest[y * cel.widthPx + box.x + x] = least
    }
  }
}
