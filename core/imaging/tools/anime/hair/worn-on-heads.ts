import { cropRaster, smoothstep } from '../../../../pixels/pixels.ts'
import { scaledFace } from '../../../face-points/find-faces.ts'
import { eachIndex, headOf } from '../../../face-points/head.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { PhotoStudy } from '../photo-study.ts'
import type { HairChances } from './find-hairs.ts'

/** Between these chances what is worn on a head is ever more surely somebody's. */
const WORN = { from: 0.6, to: 0.85 } as const
/** How far its border is moved onto the picture's, head widths, and how little light must change there. */
const BORDER = { reach: 0.05, least: 1e-3 } as const

/** Adds what heads wear to where people are: the mask of people lacks brims, which would be cut off as background. */
export function withHeadwear<Study extends Pick<PhotoStudy, 'picture' | 'person' | 'large'>>(
  { kernels }: Pick<ToolEnvironment, 'kernels'>,
  study: Study,
  chances: HairChances,
): Study {
  const { picture, person, large } = study
  if (person === null) return study
  const scale = picture.widthPx / large.widthPx
  let values: Float32Array<ArrayBuffer> | null = null
  for (const [face, { worn, isMasked }] of chances) {
    if (!isMasked || !worn.values.some((chance) => chance > WORN.from)) continue
    const head = headOf(scaledFace(face, scale), picture)
    const guide = kernels.luma(cropRaster(picture, head.box))
    const radius = Math.max(2, Math.round(BORDER.reach * head.widthPx))
    const own = kernels.guidedFilter(guide, worn, radius, BORDER.least).values
    const people: Float32Array<ArrayBuffer> = values ?? person.values.slice()
    eachIndex(head, picture.widthPx, (at, inBox) => {
      const is = smoothstep(WORN.from, WORN.to, own[inBox] as number)
      if (is > (people[at] as number)) people[at] = is
    })
    values = people
  }
  return values === null ? study : { ...study, person: { ...person, values } }
}
