import { inParts } from '../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import type { StepProgress } from '../../../pixels/strips.ts'
import { scaledFace } from '../../face-points/find-faces.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Cel } from './cel.ts'
import { type DrawnFace, paintSkin } from './faces/draw-faces.ts'
import { tidyEdges } from './faces/edges/tidy-edges.ts'
import { type FlatPaint, flatPaintOf } from './flat-paint.ts'
import { paintBacklitRim } from './hair/backlit-rim.ts'
import { calmHead } from './hair/calm-head.ts'
import { drawHair, HAIR_BARE } from './hair/hair.ts'
import { calmRim } from './hair/hair-rim.ts'
import { clearedByHands, darkenAlongHands, inkHands, paintHands } from './hands/draw-hands.ts'
import { type HeadsSeen, skinsOf } from './heads-seen.ts'
import { inkOf } from './ink/ink.ts'
import { thinAboutHeads } from './ink/lines-about-heads.ts'
import { gatherPigment } from './ink/pigment-rims.ts'
import type { AnimeLook } from './looks.ts'
import type { PhotoStudy } from './photo-study.ts'
import { isUnderJaw } from './skin/chin-frame.ts'
import { shadeUnderChins } from './skin/chin-shade.ts'
import { drawFingerLines, fingerLines } from './skin/finger-lines.ts'
import { withHands } from './skin/hand-lines.ts'
import { handsDrawn } from './skin/hand-places.ts'
import { unitPxOf } from './study.ts'

/** How wide a wobble of a border is that a brush would not draw, thousandths of the longer side. */
const BORDER_REACH = 4

/** From which share of skin on no pigment gathers: there it would be dirt. */
const SKIN = 0.3

/** A photo as cells of flat colour, and the ink that lies over them. */
export interface Painting {
  readonly painted: Cel
  readonly ink: FloatPlane
}

/**
 * Paints what was seen in a photo.
 * @param look with its strength
 * @param faces of whom only the skin is painted here
 * @param seenHeads of {@link lookAtHeads}
 */
export async function paint(
  env: ToolEnvironment,
  study: PhotoStudy,
  look: AnimeLook,
  faces: readonly DrawnFace[],
  seenHeads: HeadsSeen,
  progress: StepProgress,
): Promise<Painting> {
  const scale = study.picture.widthPx / study.large.widthPx
  const skins = skinsOf(faces, scale)
  const { isHead, zoneAt, hands } = seenHeads
  const { painted, loseFaintEdges, drawPattern, addAccents, isBody, isBodySkin, body } =
    await flatPaintOf(env, study, look, {
      light: skinLightOf(faces),
      skins,
      seenHeads,
    })
  await progress.step()
  drawPeople(env, painted, study, { faces, isBody }, seenHeads, scale)
  paintHands(env.kernels, painted, hands, { fine: study.fine, skins, body })
  painted.smoothBorders(env, Math.max(2, Math.round(BORDER_REACH * unitPxOf(painted))))
  loseFaintEdges()
  drawPattern()
  if (look.palette.wash > 0) {
    const skin = study.skin.values
    const isKept = (at: number) => isHead[at] === 1 || (skin[at] as number) > SKIN
    gatherPigment(env, painted, look.palette.wash, isKept)
  }
  const isJaw = isUnderJaw(skins)
  const cleared = clearedByHands(hands, painted)
  const lines = withHands(
    env.kernels,
    painted,
    study.lines,
    (at) => isBodySkin(at) && cleared[at] === 0,
    isJaw,
    { faces, zoneAt },
    scale,
  )
  await progress.step()
  const ink = await inkOf(env, lines, look.ink, painted, study.person)
  thinAboutHeads(ink, painted, seenHeads, look.ink.contour)
  const isHand = handsDrawn(seenHeads.isHand, isBody, isJaw, painted.widthPx)
  drawFingerLines(ink, fingerLines(env.kernels, painted, study.lines, isHand, zoneAt))
  const contourPx = look.ink.contour * unitPxOf(painted)
  inkHands(ink, hands, cleared, contourPx)
  darkenAlongHands(painted, hands, contourPx)
  // Ink ends where cells do: accents are none, and come last.
  addAccents()
  await progress.step()
  return { painted, ink }
}

/** Of the skin of all faces, each by its size. */
function skinLightOf(faces: readonly DrawnFace[]): number | null {
  const sizes = faces.map(({ face }) => face.widthPx ** 2)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  const light = faces.reduce((sum, { skin }, k) => sum + skin.tone[0] * (sizes[k] as number), 0)
  return whole === 0 ? null : light / whole
}

/** @param scale of the cel */
function drawPeople(
  { kernels }: ToolEnvironment,
  painted: Cel,
  { person, lines, fine }: Pick<PhotoStudy, 'person' | 'lines' | 'fine'>,
  { faces, isBody }: { readonly faces: readonly DrawnFace[] } & Pick<FlatPaint, 'isBody'>,
  { hairs, heads, worn, isHead }: Pick<HeadsSeen, 'hairs' | 'heads' | 'worn' | 'isHead'>,
  scale: number,
): void {
  const firstCell = painted.total
  paintSkin(painted, faces, scale, isBody)
  shadeUnderChins(painted, faces, person, lines, fine, scale)
  for (let k = faces.length - 1; k >= 0; k--) {
    const drawn = faces[k]
    const hair = hairs[k]
    if (hair) drawHair(painted, hair)
    if (drawn !== undefined) calmHead(painted, scaledFace(drawn.face, scale))
  }
  if (person !== null) {
    const people = { cel: painted, person, isHead, isBody, firstCell }
    tidyEdges(kernels, people, fine, faces, hairs, scale)
  }
  if (hairs.every((hair) => hair === null)) return
  const isKept = new Uint8Array(painted.bare.length)
  inParts(isKept.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if ((painted.bare[at] as number) >= HAIR_BARE) isKept[at] = 1
    }
  })
  hairs.forEach((hair, k) => {
    if (!hair) return
    calmRim(kernels, painted, hair, isKept)
    const head = heads[k]
    if (!head || !person) return
    paintBacklitRim(kernels, painted, hair, { head, worn: worn[k] ?? null, person }, isKept)
  })
}
