import type { CSSProperties } from 'react'
import type { BoundsMm, Placement } from '#core/design/geometry.ts'
import { type View, viewFromMm } from '#core/design/view.ts'

/** Where a turned box stands on the stage; its element's transform origin is its top left. */
export function turned(view: View, place: Placement): CSSProperties {
  const { xPx, yPx } = viewFromMm(view, place)
  const width = place.widthMm * place.scale * view.scalePxPerMm
  const height = place.heightMm * place.scale * view.scalePxPerMm
  return {
    width,
    height,
    transform: `translate(${xPx}px, ${yPx}px) rotate(${place.rotationDeg}deg) translate(-50%, -50%)`,
  }
}

/** Where an upright box stands on the stage. */
export function upright(view: View, box: BoundsMm): CSSProperties {
  const { xPx, yPx } = viewFromMm(view, box)
  return {
    width: box.widthMm * view.scalePxPerMm,
    height: box.heightMm * view.scalePxPerMm,
    transform: `translate(${xPx}px, ${yPx}px)`,
  }
}
