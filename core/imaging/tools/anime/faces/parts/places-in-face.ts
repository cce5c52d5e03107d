import type { Point } from '../../../../face-points/face-points.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'

/** Brings places of the picture to the planes of a face, and back. */
export const placesIn = ({
  box,
  inside: { widthPx, heightPx },
}: Pick<SkinOfFace, 'box' | 'inside'>) => ({
  toPlane: ({ x, y }: Point): Point => ({
    x: ((x - box.x) * widthPx) / box.width,
    y: ((y - box.y) * heightPx) / box.height,
  }),
  toPicture: ({ x, y }: Point): Point => ({
    x: box.x + (x * box.width) / widthPx,
    y: box.y + (y * box.height) / heightPx,
  }),
})
