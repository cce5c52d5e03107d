import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import { moved, turnOf } from '../../../../face-points/face-lines.ts'
import { placedFrom, underNose } from '../../../../face-points/face-places.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { rgbOf, toned } from '../../../../face-points/samples.ts'
import { ellipse, type Shape, smoothed, strokeOutline } from '../../../../face-points/shapes.ts'
import type { FacePen } from '../face-pen.ts'

/** The nose of a head that is turned further stands out before its far side. */
const RIDGE_BELOW = 0.1
/** The side of a nose that lies in the shade against the darkest tone of the face, and how wide it is, face widths. */
const SHADE = { dark: 0.87, deep: 0.84, width: 0.045, opacity: 0.75 }
/** The light on the ridge above the lightest tone, OKLab. */
const LIGHT = { by: 0.11, width: 0.042, aside: 0.012, opacity: 0.8 }
const NOSTRIL = { across: 0.019, down: 0.0095, up: 0.006, opacity: 0.75 }

const tapered = (share: number) => Math.sin(Math.PI * Math.min(1, Math.max(0, share))) ** 0.75

/** How a face is lit. */
export interface FaceLight {
  /** The darkest and the lightest tone of its skin, as they are painted. */
  readonly darkest: OkLab
  readonly lightest: OkLab
  /** How much lighter its left half is than its right, OKLab. */
  readonly lean: number
}

/**
 * A nose: its side in the shade, light on the ridge, the line under it with nostrils, and wings that go out from it. */
export function noseShapes(face: FoundFace, skin: OkLab, pen: FacePen, lit: FaceLight): Shape[] {
  const base = pointsOf(face.points, 'noseBase')
  const dark = rgbOf(toned(skin, 0.55, 1.1))
  const whole = smoothed(base.slice(1, -1))
  const under = whole.slice(Math.floor(whole.length * 0.18), Math.ceil(whole.length * 0.82))
  // On the lit side nothing else joins a wing to the nose: by itself it would be a mole.
  const isLeftDark = darkSideOf(face, lit.lean) > 0
  const wings = [base.slice(0, isLeftDark ? 3 : 2), base.slice(isLeftDark ? -2 : -3)]
  const stroke = (line: readonly Point[], thick: number, opacity: number): Shape => ({
    outline: strokeOutline(line, (share) => face.widthPx * thick * pen.width * tapered(share)),
    colour: dark,
    opacity,
  })
  const ridge = smoothed([...pointsOf(face.points, 'noseRidge').slice(2), ...base.slice(3, 4)])
  return [
    ...formShapes(face, skin, lit),
    ...(face.frontal < RIDGE_BELOW ? [stroke(ridge, 0.012, 0.7)] : []),
    {
      outline: strokeOutline(
        under,
        (share) =>
          face.widthPx *
          0.013 *
          pen.width *
          (0.35 + 0.65 * Math.abs(Math.cos(Math.PI * share))) *
          tapered(share * 0.96 + 0.02),
      ),
      colour: dark,
      opacity: 0.8 + 0.2 * (pen.far ?? 0),
    },
    ...(pen.isPlain ? [] : nostrils(face, dark)),
    ...(pen.isPlain ? [] : wings.map((wing) => stroke(smoothed(wing), 0.011, 0.5))),
  ]
}

function nostrils(face: FoundFace, colour: Shape['colour']): Shape[] {
  const base = pointsOf(face.points, 'noseBase')
  const { widthPx } = face
  return [base[2], base[4]].flatMap((p) =>
    p === undefined
      ? []
      : [
          {
            outline: ellipse(
              moved(p, face, 0, -NOSTRIL.up * widthPx),
              NOSTRIL.across * widthPx,
              NOSTRIL.down * widthPx,
              turnOf(face),
            ),
            colour,
            opacity: NOSTRIL.opacity,
          },
        ],
  )
}

/** Which side of a nose is dark: where light has no side, the far one of a head that is turned. */
function darkSideOf(face: FoundFace, lean: number): 1 | -1 {
  const placed = placedFrom(face, underNose(face))
  const [right, left] = [face.points.points[234], face.points.points[454]].map((p) =>
    p === undefined ? 0 : Math.abs(placed(p).u),
  )
  const turned = (right ?? 0) > (left ?? 0) ? 1 : -1
  if (Math.abs(lean) < 0.02) return turned
  return lean > 0 ? -1 : 1
}

function formShapes(face: FoundFace, skin: OkLab, lit: FaceLight): Shape[] {
  const { widthPx } = face
  const ridge = pointsOf(face.points, 'noseRidge')
  const base = pointsOf(face.points, 'noseBase')
  const side = darkSideOf(face, lit.lean)
  const [middle, wing, below] = side > 0 ? [base[3], base[6], base[5]] : [base[3], base[0], base[1]]
  if (!middle || !wing || !below || ridge.length < 6) return []
  const along = smoothed(ridge.slice(1))
  const aside = (share: number) => SHADE.width * smoothstep(0.25, 0.9, share) * widthPx * side
  const outer = along.map((p, i) => moved(p, face, aside(i / along.length), 0))
  const beside = outer.slice(0, Math.floor(outer.length * 0.8)).toReversed()
  const deep: OkLab = [
    Math.min(SHADE.deep * skin[0], SHADE.dark * lit.darkest[0]),
    skin[1],
    skin[2],
  ]
  const shade: Shape = {
    outline: [...along, middle, below, wing, ...beside],
    colour: rgbOf(deep),
    opacity: SHADE.opacity,
  }
  const [light, red, yellow] = lit.lightest
  const line = along.map((p) => moved(p, face, -side * LIGHT.aside * widthPx, 0))
  const gloss: Shape = {
    outline: strokeOutline(
      line,
      (share) => LIGHT.width * widthPx * tapered((Math.max(0, share - 0.35) / 0.65) * 0.95),
    ),
    colour: rgbOf([Math.min(0.97, light + LIGHT.by), red * 0.85, yellow * 0.85]),
    opacity: LIGHT.opacity,
  }
  return [shade, gloss]
}
