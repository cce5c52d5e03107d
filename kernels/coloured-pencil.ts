import { all, but, clamped, line, mixed, plus, smooth } from './shares'
import { coverage, lineAt, Marks, shadingAt, storeFour, strokesOf } from './sketch-marks'

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
