// What a pencil, a pen or coloured pencils leave on paper, four pixels at a time. All 0..1.

/** What is known of four pixels when their paper is drawn on. */
@unmanaged
export class Marks {
  /** Addresses of rows, of one float a pixel. */
  line: usize
  shading: usize
  stroke: usize
  cross: usize
  /** How much line there is about a place. */
  mass: usize
  drawn: usize
  /** How much of a place is skin, and how dark skin is there in any light. */
  skin: usize
  tone: usize
  red: usize
  green: usize
  blue: usize
  /** The contour of what is drawn, where its background is let go. */
  outline: usize
  /** How much skin is that of a face which fills the picture, and has room for strokes. */
  closeUp: usize
  /** Height of the paper. */
  tooth: usize
  /** How far two ways of hatching lie from the middles of their lines, thousandths. */
  hatch: usize
  crossHatch: usize
}

// @ts-ignore: decorator
@inline
function all(value: f32): v128 {
  return f32x4.splat(value)
}

// @ts-ignore: decorator
@inline
function clamped(value: v128): v128 {
  return f32x4.min(all(1), f32x4.max(all(0), value))
}

/** Smooth from 0 at `from` to 1 at `to`. */
// @ts-ignore: decorator
@inline
function smooth(from: f32, to: f32, value: v128): v128 {
  return smoothBy(all(from), all(to - from), value)
}

// @ts-ignore: decorator
@inline
function smoothBy(from: v128, span: v128, value: v128): v128 {
  const share = clamped(f32x4.div(f32x4.sub(value, from), span))
  const bend = f32x4.sub(all(3), f32x4.mul(all(2), share))
  return f32x4.mul(f32x4.mul(share, share), bend)
}

/** `a + b * by`. */
// @ts-ignore: decorator
@inline
function plus(a: v128, b: v128, by: f32): v128 {
  return f32x4.add(a, f32x4.mul(b, all(by)))
}

/** `by * a + b`. */
// @ts-ignore: decorator
@inline
function line(a: v128, by: f32, b: f32): v128 {
  return f32x4.add(f32x4.mul(a, all(by)), all(b))
}

// @ts-ignore: decorator
@inline
function but(value: v128): v128 {
  return f32x4.sub(all(1), value)
}

/** From `a` to `b`. */
// @ts-ignore: decorator
@inline
function mixed(a: v128, b: v128, share: v128): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), share))
}

/** Share of the paper that a layer covers: strokes and tooth decide where, pressure how much. */
// @ts-ignore: decorator
@inline
function coverage(pressure: v128, stroke: v128, tooth: v128, softness: f32): v128 {
  const resistance = plus(f32x4.mul(stroke, all(0.66)), but(tooth), 0.34)
  const where = smooth(-softness, softness, f32x4.sub(pressure, resistance))
  return f32x4.mul(where, clamped(f32x4.mul(pressure, all(3))))
}

/** The enlarged line is soft: a steep S about its middle draws it sharp at any size. */
// @ts-ignore: decorator
@inline
function lineAt(marks: Marks, at: usize): v128 {
  const seen = f32x4.max(but(v128.load(marks.line + at)), v128.load(marks.outline + at))
  return smooth(0.12, 0.88, f32x4.mul(seen, v128.load(marks.drawn + at)))
}

// @ts-ignore: decorator
@inline
function shadingAt(marks: Marks, at: usize): v128 {
  return f32x4.mul(v128.load(marks.shading + at), v128.load(marks.drawn + at))
}

/** Strokes are bytes. */
// @ts-ignore: decorator
@inline
function strokesOf(row: usize, at: usize): v128 {
  return f32x4.mul(v128.load(row + at), all(<f32>1 / 255))
}

// @ts-ignore: decorator
@inline
function within(value: v128, least: v128, most: v128): v128 {
  return i32x4.min_s(most, i32x4.max_s(least, value))
}

/** Writes four opaque pixels; values 0..255. */
// @ts-ignore: decorator
@inline
function storeFour(into: usize, red: v128, green: v128, blue: v128): void {
  // Of numbers with signs: processors have no conversion of others, and take ten steps for one.
  const r = i32x4.trunc_sat_f32x4_s(f32x4.nearest(red))
  const g = i32x4.trunc_sat_f32x4_s(f32x4.nearest(green))
  const b = i32x4.trunc_sat_f32x4_s(f32x4.nearest(blue))
  const least = i32x4.splat(0)
  const most = i32x4.splat(255)
  const low = v128.or(within(r, least, most), i32x4.shl(within(g, least, most), 8))
  const high = v128.or(i32x4.shl(within(b, least, most), 16), i32x4.splat(0xff000000 as i32))
  v128.store(into, v128.or(low, high))
}

/** A dark colour on paper of which `paper` is left. */
// @ts-ignore: decorator
@inline
function onPaper(dark: f32, paper: v128): v128 {
  return line(paper, 255 - dark, dark)
}

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

/** White where nothing is drawn. */
// @ts-ignore: decorator
@inline
function colourAt(row: usize, at: usize, drawn: v128): v128 {
  const own = f32x4.mul(v128.load(row + at), all(<f32>1 / 255))
  return but(f32x4.mul(but(own), drawn))
}

/** What the layers of coloured pencils leave of a channel, 0..255. */
// @ts-ignore: decorator
@inline
function layered(
  value: v128, luma: v128, rich: v128, lift: v128, black: v128, light: v128, deep: v128,
  contour: v128, worn: v128,
): v128 {
  const vivid = clamped(f32x4.add(luma, f32x4.mul(f32x4.sub(value, luma), rich)))
  // The light layer keeps the hue but not the dark: the hue's own brightness lifted.
  const tint = f32x4.min(all(1), f32x4.add(vivid, f32x4.mul(lift, value)))
  const pigment = f32x4.add(
    f32x4.mul(but(black), all(0.1)), f32x4.mul(line(black, 0.1, 0.9), tint),
  )
  const deepPigment = f32x4.min(all(1), line(vivid, 0.72, 0.03))
  const first = but(f32x4.mul(f32x4.mul(light, all(0.93)), but(pigment)))
  const second = mixed(first, f32x4.min(first, deepPigment), f32x4.mul(deep, all(0.9)))
  const third = mixed(second, f32x4.mul(vivid, all(0.28)), contour)
  return f32x4.mul(mixed(third, all(1), worn), all(255))
}

/** What the hand misses in the dark: between its strokes, and in hollows of the paper more. */
// @ts-ignore: decorator
@inline
function missed(dark: v128, stroke: v128, tooth: v128): v128 {
  if (!v128.any_true(f32x4.gt(dark, all(0.68)))) return all(0)
  const resistance = plus(f32x4.mul(stroke, all(0.6)), but(tooth), 0.4)
  const share = f32x4.mul(smooth(0.42, 0.95, resistance), all(0.19))
  return f32x4.mul(smooth(0.68, 0.95, dark), share)
}

/** How much less of strokes, and of the paper's tooth, is seen on skin. */
const SKIN_CALM: f32 = 0.35
const SKIN_SMOOTH: f32 = 0.85
/** The same of a face that fills the picture: with a touch as light it would be a photo under a veil. */
const CLOSE_CALM: f32 = -0.05
const CLOSE_SMOOTH: f32 = 0.45
/** How much less of the ground is laid on such skin between strokes, where it is pale. */
const CLOSE_BARE: f32 = 0.2
/** How much more of the ground where such skin is dark, and how much less of the deep layer: strokes would be fur. */
const CLOSE_FULL: f32 = 0.06
const CLOSE_SOFT: f32 = 0.35
/** How far strokes of two layers differ in hue, of a channel's value: a hand takes several pencils for skin. */
const HUES: f32 = 0.05
const CLOSE_HUES: f32 = 0.12

/**
 * Coloured pencils: a first layer in the lightened hue, a second in the deep hue where it is dark
 * or rich, contours in the darkest tone of the same hue. White paper shows between the strokes.
 */
export function colouredPencil(marks: Marks, at: usize, strength: f32, into: usize): void {
  const tooth = v128.load(marks.tooth + at)
  const skin = v128.load(marks.skin + at)
  const drawn = v128.load(marks.drawn + at)
  const shading = shadingAt(marks, at)
  const closeUp = v128.load(marks.closeUp + at)
  const stroke = strokesOf(marks.stroke, at)
  const cross = strokesOf(marks.cross, at)
  const warm = f32x4.mul(
    f32x4.mul(f32x4.sub(cross, stroke), skin), line(closeUp, CLOSE_HUES - HUES, HUES),
  )
  const red = clamped(f32x4.mul(colourAt(marks.red, at, drawn), line(warm, 0.5, 1)))
  const green = clamped(f32x4.mul(colourAt(marks.green, at, drawn), line(warm, -0.1, 1)))
  const blue = clamped(f32x4.mul(colourAt(marks.blue, at, drawn), line(warm, -0.7, 1)))
  const press = <f32>0.75 + <f32>0.45 * strength
  const high = f32x4.max(f32x4.max(red, green), blue)
  const chroma = f32x4.sub(high, f32x4.min(f32x4.min(red, green), blue))
  const saturation = f32x4.mul(
    f32x4.div(chroma, f32x4.max(high, all(1e-6))), smooth(0.02, 0.1, chroma),
  )
  const luma = plus(plus(f32x4.mul(red, all(0.299)), green, 0.587), blue, 0.114)
  const dark = but(luma)
  // What has next to no hue in the dark is drawn with the black pencil, not with a pale blue. Brown
  // is a hue when it is fainter than that: brown hair is not black.
  const hued = plus(chroma, f32x4.max(all(0), f32x4.sub(red, blue)), 0.8)
  const neutral = f32x4.mul(but(smooth(0.05, 0.15, hued)), but(skin))
  const black = f32x4.mul(neutral, smooth(0.5, 0.8, dark))
  const most = f32x4.max(f32x4.mul(dark, all(0.85)), f32x4.mul(shading, all(0.95)))
  const seen = plus(plus(most, saturation, 0.55), shading, 0.2)
  // Skin is an even ground of its own colour, thinner where it is lit, under strokes that tell its
  // form alike in every tone.
  const tone = v128.load(marks.tone + at)
  const lit = line(smooth(0, 0.25, shading), 0.4, 0.6)
  const ofSkin = f32x4.mul(f32x4.mul(skin, lit), line(tone, 0.3, 0.5))
  const want = f32x4.add(f32x4.mul(f32x4.min(all(1), seen), but(skin)), ofSkin)
  // A hand lays skin on with a light touch, layer over layer: little of its strokes and next to nothing of the
  // paper's hollows stays white.
  const calm = f32x4.mul(skin, line(closeUp, CLOSE_CALM - SKIN_CALM, SKIN_CALM))
  const smoothed = mixed(
    tooth, all(0.5), f32x4.mul(skin, line(closeUp, CLOSE_SMOOTH - SKIN_SMOOTH, SKIN_SMOOTH)),
  )
  const even = mixed(stroke, all(0.4), calm)
  const strokes = coverage(f32x4.mul(want, all(press * 1.35)), even, smoothed, 0.42)
  const bare = f32x4.mul(closeUp, line(tone, -CLOSE_BARE - CLOSE_FULL, CLOSE_BARE))
  const light = f32x4.max(strokes, f32x4.mul(skin, f32x4.sub(line(tone, 0.37, 0.4), bare)))
  const rough = line(plus(f32x4.mul(shading, all(0.85)), saturation, 0.28), 1, -0.22)
  const onAll = plus(f32x4.max(all(0), rough), black, 0.3)
  const deepWant = mixed(onAll, f32x4.mul(shading, line(tone, -0.32, 0.93)), skin)
  const pressed = coverage(f32x4.mul(deepWant, all(press * 1.25)), mixed(cross, all(0.5), calm), smoothed, 0.34)
  const deep = f32x4.mul(pressed, but(f32x4.mul(f32x4.mul(skin, closeUp), f32x4.mul(tone, all(CLOSE_SOFT)))))
  const hard = f32x4.mul(lineAt(marks, at), all(<f32>0.6 + <f32>0.4 * strength))
  const contour = f32x4.mul(clamped(f32x4.mul(hard, line(tooth, 0.5, 0.6))), all(0.8))
  // Pale skin of a face that fills the picture is as rosy as all else; brown would be orange.
  const rosy = f32x4.mul(closeUp, but(tone))
  const richest = line(f32x4.mul(skin, but(rosy)), -0.18, 1.3)
  const rich = f32x4.mul(richest, but(f32x4.mul(neutral, smooth(0.3, 0.6, dark))))
  const peak = f32x4.max(all(0.04), high)
  const pale = f32x4.mul(f32x4.mul(but(peak), all(0.55)), but(black))
  const lift = f32x4.div(f32x4.mul(pale, but(f32x4.mul(skin, line(rosy, -0.25, 0.75)))), peak)
  const worn = f32x4.mul(missed(dark, stroke, tooth), but(skin))
  storeFour(
    into,
    layered(red, luma, rich, lift, black, light, deep, contour, worn),
    layered(green, luma, rich, lift, black, light, deep, contour, worn),
    layered(blue, luma, rich, lift, black, light, deep, contour, worn),
  )
}
