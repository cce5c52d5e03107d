// What a pencil or a pen leaves on paper, four pixels at a time. All 0..1.
import { all, but, clamped, line, plus, smooth, smoothBy } from './shares'
import { coverage, lineAt, Marks, onPaper, shadingAt, storeFour, strokesOf } from './sketch-marks'

/** Graphite rubbed into the darkest skin, under what counts for a stroke. */
const GROUND: f32 = 0.25

/** Shade from which, and to which, a hand rubs graphite between its strokes, and how much: black hair is no grey. */
const DARK_FROM: f32 = 0.5
const DARK_WHOLLY: f32 = 0.84
const DARK_RUBBED: f32 = 0.35

// @ts-ignore: decorator
@inline
function rubbed(shade: v128): v128 {
  if (!v128.any_true(f32x4.gt(shade, all(DARK_FROM)))) return all(0)
  return f32x4.mul(smooth(DARK_FROM, DARK_WHOLLY, shade), all(DARK_RUBBED))
}

/** Soft graphite: two stroke layers, contours that press harder, grain from the paper's tooth. */
export function pencil(marks: Marks, at: usize, strength: f32, into: usize): void {
  const tooth = v128.load(marks.tooth + at)
  const shade = f32x4.mul(shadingAt(marks, at), all(<f32>0.72 + <f32>0.5 * strength))
  const stroke = strokesOf(marks.stroke, at)
  const cross = strokesOf(marks.cross, at)
  const base = f32x4.mul(
    coverage(line(shade, 1.12, -0.04), stroke, tooth, 0.3), line(shade, 0.36, 0.34),
  )
  const deep = f32x4.mul(
    coverage(line(shade, 1.3, -0.5), cross, tooth, 0.26), line(shade, 0.4, 0.42),
  )
  const smudge = f32x4.add(f32x4.mul(shade, all(0.2)), rubbed(shade))
  const marked = but(f32x4.mul(f32x4.mul(but(base), but(deep)), but(smudge)))
  // The tone of skin is an even ground of rubbed graphite. It hides what is fainter than a stroke,
  // and strokes are darker by it: they are as many, and tell the form alike, in skin of any tone.
  const toned = f32x4.mul(v128.load(marks.tone + at), all(GROUND))
  const ground = f32x4.mul(
    f32x4.mul(f32x4.mul(v128.load(marks.skin + at), toned), line(smooth(0, 0.3, shade), 0.55, 0.45)),
    line(tooth, 0.56, 0.72),
  )
  const covering = plus(marked, f32x4.mul(ground, smooth(0.09, 0.28, marked)), 0.88)
  const mass = f32x4.min(all(1), f32x4.max(ground, covering))
  const hard = f32x4.mul(lineAt(marks, at), all(<f32>0.7 + <f32>0.5 * strength))
  const contour = clamped(f32x4.mul(hard, line(tooth, 0.5, 0.62)))
  const paper = f32x4.mul(but(mass), line(contour, -0.86, 1))
  const grey = onPaper(46, paper)
  storeFour(into, grey, grey, onPaper(50, paper))
}

/** A layer of hatching whose lines swell with the shade. */
// @ts-ignore: decorator
@inline
function hatched(away: v128, swell: v128, grow: f32, least: f32, soft: f32): v128 {
  const inside = f32x4.sub(line(swell, grow, least), away)
  return f32x4.mul(smooth(-soft, soft, inside), clamped(f32x4.mul(swell, all(14))))
}

/** Thinned ink washed over the darkest skin, under what counts for a stroke. */
const WASH: f32 = 0.32

/** Pen and brush: contours, solid blacks, and hatching. @param pixel a thousandth's width */
export function ink(marks: Marks, at: usize, strength: f32, pixel: f32, into: usize): void {
  const shade = shadingAt(marks, at)
  const solidFrom = <f32>0.86 - <f32>0.2 * strength
  const solid = smooth(solidFrom - 0.02, solidFrom + 0.02, shade)
  const swell = smooth(<f32>0.3 - <f32>0.08 * strength, solidFrom, shade)
  const crossSwell = smooth(<f32>0.54 - <f32>0.08 * strength, solidFrom + 0.06, shade)
  const soft = max<f32>(0.3, pixel * 0.7)
  const first = hatched(v128.load(marks.hatch + at), swell, 2.1, 0.1, soft)
  const second = hatched(v128.load(marks.crossHatch + at), crossSwell, 1.7, 0.05, soft)
  // Where little line is about, at its end or in a speck, only its middle is inked.
  const thin = but(smooth(0.03, 0.16, v128.load(marks.mass + at)))
  const from = line(thin, 0.36, <f32>0.24 - <f32>0.12 * strength)
  const contour = smoothBy(from, all(0.3), lineAt(marks, at))
  const inked = f32x4.max(f32x4.max(solid, contour), f32x4.max(first, second))
  const toned = f32x4.mul(f32x4.mul(v128.load(marks.skin + at), v128.load(marks.tone + at)), all(WASH))
  const wash = f32x4.mul(toned, line(smooth(0.03, 0.33, shade), 0.6, 0.4))
  const paper = f32x4.mul(but(inked), but(wash))
  storeFour(into, onPaper(18, paper), onPaper(17, paper), onPaper(22, paper))
}
