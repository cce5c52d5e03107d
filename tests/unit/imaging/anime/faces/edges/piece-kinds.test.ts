import { describe, expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { KIND, piecesIn } from '#core/imaging/tools/anime/faces/edges/loose-pieces.ts'
import { skinCost, toldKinds } from '#core/imaging/tools/anime/faces/edges/piece-kinds.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'

const SKIN: OkLab = [0.7, 0.05, 0.055]
const HAIR: OkLab = [0.25, 0.01, 0.015]
const NAIL: OkLab = [0.75, 0, 0.15]
const HOLLOW: OkLab = [0.45, 0.055, 0.04]
const SIDE = 60
const FACE_PX = 100

interface Patch {
  readonly colour: OkLab
  readonly kind: number
  readonly isIn: (x: number, y: number) => boolean
}

/** What a patch in the middle of a picture becomes that has hair above it and a face below. */
function told(colour: OkLab, kind: number, sidePx: number, above = KIND.hair): number {
  const from = SIDE / 2 - sidePx / 2
  const isIn = (x: number, y: number) =>
    x >= from && x < from + sidePx && y >= from && y < from + sidePx
  const patches: readonly Patch[] = [
    { colour, kind, isIn },
    { colour: HAIR, kind: above, isIn: (_, y) => y < SIDE / 2 },
    { colour: SKIN, kind: KIND.face, isIn: () => true },
  ]
  const of = Uint32Array.from({ length: SIDE * SIDE }, (_, at) =>
    patches.findIndex((patch) => patch.isIn(at % SIDE, Math.floor(at / SIDE))),
  )
  const plane = (c: 0 | 1 | 2) => Float32Array.from(of, (cell) => patches[cell]?.colour[c] ?? 0)
  const picture = {
    widthPx: SIDE,
    heightPx: SIDE,
    lightness: plane(0),
    a: plane(1),
    b: plane(2),
  }
  const cel = new Cel({ widthPx: SIDE, heightPx: SIDE, of, total: patches.length }, picture)
  const box = { x: 0, y: 0, width: SIDE, height: SIDE }
  const kindsIn = () => Uint8Array.from(of, (cell) => patches[cell]?.kind ?? KIND.other)
  const places = { kindsIn, isAbout: () => true, isOnFace: () => true, isOnForehead: () => true }
  const pieces = piecesIn(kernels, cel, picture, box, places)
  const kinds = toldKinds(pieces, SKIN, [{ tone: HAIR, spread: 0.05 }], FACE_PX)
  return kinds[pieces.of[(SIDE / 2) * SIDE + SIDE / 2] as number] as number
}

describe('what lies between a face and its hair', () => {
  it('is skin where it has the skin’s colour, in the light or in the shade, and hair where it has that', () => {
    expect(told(SKIN, KIND.loose, 20)).toBe(KIND.skin)
    expect(told(HOLLOW, KIND.loose, 20)).toBe(KIND.skin)
    expect(told(HAIR, KIND.loose, 20)).toBe(KIND.hair)
  })

  it('is neither where it has another colour, as a nail or a thing, however small', () => {
    expect(told(NAIL, KIND.loose, 20)).toBe(KIND.other)
    expect(told(NAIL, KIND.loose, 6)).toBe(KIND.other)
  })

  it('was skin that shines if it was painted as light on hair and has the skin’s colour', () => {
    const shine: OkLab = [0.82, 0.04, 0.045]
    expect(told(shine, KIND.lightHair, 20)).toBe(KIND.skin)
    expect(told([0.45, 0.012, 0.018], KIND.lightHair, 20)).toBe(KIND.hair)
  })

  it('stays hair where a large piece of it has the hair’s own tone', () => {
    expect(told([0.5, 0.04, 0.045], KIND.hairTone, 20)).toBe(KIND.hair)
  })
})

describe('how unlike skin a colour is', () => {
  it('bears light that shines red through an ear better than what is as far yellower', () => {
    const turned = (by: number): OkLab => {
      const hue = Math.atan2(SKIN[2], SKIN[1]) + by
      const chroma = Math.hypot(SKIN[1], SKIN[2])
      return [SKIN[0], chroma * Math.cos(hue), chroma * Math.sin(hue)]
    }
    expect(skinCost(turned(-0.3), SKIN)).toBeLessThan(0.4 * skinCost(turned(0.3), SKIN))
  })

  it('bears gloss, in which colour fades, but no black and no white', () => {
    expect(skinCost([0.85, 0.035, 0.04], SKIN)).toBeLessThan(0.5)
    expect(skinCost([0.15, 0.012, 0.012], SKIN)).toBeGreaterThan(2)
    expect(skinCost([0.97, 0.002, 0.004], SKIN)).toBeGreaterThan(2)
  })
})
