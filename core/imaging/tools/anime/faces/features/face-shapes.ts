import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { isBrowSeen } from '../../../../face-points/dark-glass.ts'
import {
  away,
  jawLine,
  mouthLines,
  moved,
  sides,
  towards,
} from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import type { Glasses } from '../../../../face-points/glasses.ts'
import { between, coloursWithin, meanOf, rgbOf, toned } from '../../../../face-points/samples.ts'
import { type Shape, smoothed, strokeOutline } from '../../../../face-points/shapes.ts'
import type { FacePen } from '../face-pen.ts'
import type { DrawnParts } from '../parts/drawn-parts.ts'
import type { FaceCover } from '../parts/face-cover.ts'
import { blushShapes } from './blush.ts'
import { browShapes } from './brows.ts'
import { closedSmileOf, smilingLine, withClosedSmile } from './closed-smile.ts'
import { eyeShapes } from './eyes.ts'
import { glassesShapes } from './glasses-shapes.ts'
import { irisOf } from './irises.ts'
import { type FaceLight, noseShapes } from './nose.ts'
import { withRaisedSmile } from './smile.ts'

/** How far eyes are opened behind glasses against those without. */
const IN_GLASSES = 0.4

/**
 * Everything that is drawn of a face, in the order in which it is drawn.
 */
export function faceShapes(
  picture: Raster,
  face: FoundFace,
  parts: DrawnParts,
  skin: OkLab,
  pen: FacePen,
  cover: FaceCover,
  glasses: Glasses | null,
  lit: FaceLight,
): Shape[] {
  const drawnSides = sides.filter((side) => parts[side])
  const { darkGlass } = parts
  const brows = darkGlass ? sides.filter((side) => isBrowSeen(face, side, darkGlass)) : drawnSides
  const iris = irisOf(picture, face, drawnSides, skin, pen)
  // Eyes behind glasses stay within them, which grow less.
  const eyePen = glasses === null ? pen : { ...pen, opened: pen.opened * IN_GLASSES }
  return [
    ...jawShapes(face, skin, pen, cover),
    ...(parts.nose && drawnSides.length === 2 && !pen.isPlain ? blushShapes(face, pen, cover) : []),
    ...(parts.nose ? noseShapes(face, skin, pen, lit) : []),
    ...(parts.mouth ? mouthShapes(picture, face, skin, pen) : []),
    ...drawnSides.flatMap((side) => eyeShapes(picture, face, side, skin, eyePen, iris)),
    ...browShapes(picture, face, brows, skin, pen, lit.darkest),
    ...(glasses === null ? [] : glassesShapes(glasses)),
  ]
}

const tapered = (share: number) => Math.sin(Math.PI * Math.min(1, Math.max(0, share))) ** 0.75

/** How far inside its jaw a face is looked at, the shortest piece of the line and how thick it is, in face widths. */
const JAW = { inside: 0.03, least: 0.12, thick: 0.012 }

/** The line of the jaw where nothing lies before it but a beard, in which it is darker. */
function jawShapes(face: FoundFace, skin: OkLab, pen: FacePen, cover: FaceCover): Shape[] {
  const kinds = { skin: toned(skin, 0.5, 0.9), beard: toned(cover.beard, 0.5, 0.9) }
  const runs: { kind: keyof typeof kinds | null; line: Point[] }[] = []
  for (const p of jawLine(face)) {
    const inside = moved(p, face, 0, -JAW.inside * face.widthPx)
    const kind = cover.isBearded(inside) ? 'beard' : cover.isHidden(inside) ? null : 'skin'
    if (runs.at(-1)?.kind === kind) runs.at(-1)?.line.push(p)
    else runs.push({ kind, line: [p] })
  }
  return runs.flatMap(({ kind, line }) =>
    kind === null || line.length < 4 || away(line[0], line.at(-1)) < JAW.least * face.widthPx
      ? []
      : [
          {
            outline: strokeOutline(
              line,
              (share) => face.widthPx * JAW.thick * pen.width * tapered(share),
            ),
            colour: rgbOf(kinds[kind]),
            opacity: 0.75,
          },
        ],
  )
}

/** A mouth that is far off: how much wider and darker its line is, how much less thin at its ends, how much darker and redder bare lips are. */
const BOLDER = { line: 0.018, darker: 0.06, ends: 0.35, lips: 0.07, red: 0.01, bare: 0.6 }

/** The line of a smile is so much less thin towards its ends, by which it is known. */
const SMILE_ENDS = 0.6

function mouthShapes(picture: Raster, own: FoundFace, skin: OkLab, pen: FacePen): Shape[] {
  const smile = closedSmileOf(own)
  const face = withClosedSmile(withRaisedSmile(own))
  const { points } = face
  const top = pointsOf(points, 'mouthTop')
  const bottom = pointsOf(points, 'mouthBottom')
  const [lipTop, lipBottom] = [pointsOf(points, 'lipsTop'), pointsOf(points, 'lipsBottom')]
  const width = away(lipTop[0], lipTop.at(-1))
  const [line = [], lowerLine] = mouthLines(face)
  const upperLip = [...smoothed(lipTop), ...smoothed(top).toReversed()]
  const lowerLip = [...smoothed(bottom), ...smoothed(lipBottom).toReversed()]
  const lip = lipColour(picture, upperLip, lowerLip, skin, pen)
  const { far = 0 } = pen
  const dark = toned(between(lip, skin, 0.2), 0.42 - BOLDER.darker * far, 1)
  const lips: Shape[] = [
    { outline: upperLip, colour: rgbOf(toned(lip, 0.9, 1)), opacity: 1 },
    { outline: lowerLip, colour: rgbOf(lip), opacity: 1 },
  ]
  const shade: Shape = {
    outline: strokeOutline(
      smoothed(
        lipBottom.slice(3, -3).map((p) => ({
          x: p.x + face.down.x * width * 0.03,
          y: p.y + face.down.y * width * 0.03,
        })),
      ),
      (share) => width * 0.028 * pen.width * tapered(share),
    ),
    colour: rgbOf(toned(skin, 0.66, 1.1)),
    opacity: 0.7,
  }
  const under = pen.isPlain ? [] : [shade]
  if (lowerLine === undefined) {
    const shut = strokeOutline(
      smilingLine(face, line, smile),
      (share) =>
        width *
        (0.04 + BOLDER.line * far) *
        pen.width *
        tapered(share * 0.98 + 0.01) ** (1 - Math.max(SMILE_ENDS * smile, BOLDER.ends * far)),
    )
    return [...lips, ...under, { outline: shut, colour: rgbOf(dark), opacity: 1 }]
  }
  const seenLip = lipsSeen(picture, upperLip, lowerLip)
  return [
    ...lips,
    ...under,
    ...openMouth(picture, line, lowerLine, width, skin, seenLip, dark, pen),
  ]
}

/** Red that lips have more than skin has, against its light, from which they are made up. */
const MADE_UP = { from: 0.045, to: 0.085 }
/** Bare lips are no darker than this against skin, so much like it, and so much redder, OKLab: brown ones are a moustache. */
const BARE_LIPS = { light: 0.8, skin: 0.3, red: 0.014 }

/** The colour of lips in the photo; null where none can be seen. */
function lipsSeen(picture: Raster, upper: readonly Point[], lower: readonly Point[]): OkLab | null {
  const seen = [...coloursWithin(picture, upper), ...coloursWithin(picture, lower)].sort(
    (a, b) => a[0] - b[0],
  )
  return seen.length === 0 ? null : meanOf(seen, 0.25, 0.75)
}

/** Lips in their own colour, calmed where light lies on them. */
function lipColour(
  picture: Raster,
  upper: readonly Point[],
  lower: readonly Point[],
  skin: OkLab,
  pen: FacePen,
): OkLab {
  const own = lipsSeen(picture, upper, lower)
  if (own === null) return toned(skin, 0.85, 1.2)
  const { far = 0 } = pen
  const vivid = 1 + 0.15 * pen.vivid
  const made = smoothstep(MADE_UP.from, MADE_UP.to, own[1] - (skin[1] * own[0]) / skin[0])
  const least = BARE_LIPS.light + (0.55 - BARE_LIPS.light) * made
  const most = skin[0] * (0.95 - BOLDER.lips * far)
  const bare: OkLab = [Math.min(most, Math.max(skin[0] * least, own[0])), own[1], own[2]]
  const [light, a, b] = between(bare, skin, BARE_LIPS.skin * (1 - made) * (1 - BOLDER.bare * far))
  const red = (BARE_LIPS.red + BOLDER.red * far) * (1 - made)
  return [light, a * vivid + red, b * vivid]
}

/**
 * Teeth that are blurred or in the shade have some of the lips' red: in a mouth that is open no wider,
 * in its own widths, they are no darker than lips nor redder by so much.
 */
const SMILE = { gap: 0.35, light: 1, skin: 0.72, chroma: 1.02 }

/** Tells teeth from what else is seen in a mouth. @param lip of a smile; null where none is looked at */
const toothOf =
  (skin: OkLab, lip: OkLab | null) =>
  ([light, a, b]: OkLab): boolean => {
    const chroma = Math.hypot(a, b)
    if (light > Math.max(0.4, skin[0] * 0.8) && chroma < 0.085) return true
    if (lip === null || light < Math.max(SMILE.light * lip[0], SMILE.skin * skin[0])) return false
    return chroma < SMILE.chroma * Math.hypot(lip[1], lip[2])
  }

function openMouth(
  picture: Raster,
  upper: readonly Point[],
  lower: readonly Point[],
  width: number,
  skin: OkLab,
  lip: OkLab | null,
  dark: OkLab,
  pen: FacePen,
): Shape[] {
  const inside = [...upper, ...lower.toReversed()]
  const seen = coloursWithin(picture, inside)
  const gap = Math.max(...upper.map((p, i) => away(p, lower[i]))) / width
  const isTooth = toothOf(skin, gap < SMILE.gap ? lip : null)
  const teeth = seen.length === 0 ? 0 : seen.filter(isTooth).length / seen.length
  const hollow: OkLab = [Math.min(0.3, skin[0] * 0.45), 0.07, 0.03]
  const shapes: Shape[] = [{ outline: inside, colour: rgbOf(hollow), opacity: 1 }]
  if (teeth > 0.12) {
    // What is not teeth is dark below them.
    const share = teeth > 0.5 ? 0.94 : Math.min(0.8, 0.3 + teeth)
    const edge = upper.map((p, i) => towards(p, lower[i] ?? p, share))
    const light = Math.min(
      0.95,
      Math.max(skin[0] + 0.1, 0.8 + 0.15 * smoothstep(0.3, 0.7, skin[0])),
    )
    shapes.push({
      outline: [...upper, ...edge.toReversed()],
      colour: rgbOf([light, skin[1] * 0.08, skin[2] * 0.16]),
      opacity: 1,
      within: inside,
    })
  }
  const rim = (line: readonly Point[], thick: number): Shape => ({
    outline: strokeOutline(
      line,
      (share) => width * thick * pen.width * tapered(share * 0.98 + 0.01),
    ),
    colour: rgbOf(dark),
    opacity: 1,
  })
  return [...shapes, rim(upper, 0.034), rim(lower, 0.022)]
}
