import type { FloatPlane } from '../../kernels/kernels.ts'
import { fromOkLab } from '../oklab.ts'
import { createRaster, type PixelSink, type PixelSource, smoothstep } from '../pixels.ts'
import { RowSampler } from '../sample-rows.ts'
import { scaledCopy } from '../scaled-copy.ts'
import { eachStrip, planStrips, StepProgress } from '../strips.ts'
import type { Raster, ToolEnvironment } from '../tool.ts'
import { onWhite } from '../white-paper.ts'
import { type Paint, PaintEnlarger } from './enlarge.ts'
import { inkOf } from './ink.ts'
import { type AnimeLook, type AnimeLookName, animeLooks } from './looks.ts'
import { grade, skinShare } from './palette.ts'
import { paintFlat } from './regions.ts'
import { type OkLabPicture, okLabOf } from './study.ts'

export interface AnimeSettings {
  readonly look: AnimeLookName
  /** 0 a light hand to 1 a heavy one. */
  readonly strength: number
}

/** Colour is painted at this size of the longer side, lines are found at twice of it. */
const PAINTED_PX = 768
const INKED_PX = 1536
const STEPS = 5
/** A blue black. */
const INK: Readonly<Record<number, number>> = { 0: 22, 1: 19, 2: 30 }
/** Faces are painted finer than all else, whatever the look: they are to stay themselves. */
const FINE = { reach: 6, range: 0.25, scale: 0.08, min: 8, photo: 0.35 }
const SKIN_REACH = 7

/**
 * Redraws a photo as a frame of an animated film: regions painted flat with soft shade, in bright
 * clear colour, under ink lines. Paint and lines are looked for small and drawn at the photo's size:
 * paint ends at the photo's edges, lines are cut sharp, so a print shows neither pixels nor seams.
 * The result keeps the photo's alpha.
 */
export async function anime(
  env: ToolEnvironment,
  source: PixelSource,
  settings: AnimeSettings,
  sink: PixelSink,
): Promise<void> {
  const look = withStrength(animeLooks[settings.look], settings.strength)
  const progress = new StepProgress(env, 'draw', STEPS)
  const picture = onWhite(await scaledCopy(env, source, PAINTED_PX))
  await progress.step()
  const paint = await paintOf(env, picture, look, progress)
  const ink = await inkOf(env, onWhite(await scaledCopy(env, source, INKED_PX)), look.ink)
  await progress.step()
  const easel = new Easel(source, picture, paint, ink, look)
  await eachStrip(env, 'draw', planStrips(source.widthPx, source.heightPx, 0, 65_536), (strip) => {
    const box = { x: 0, y: strip.topPx, width: source.widthPx, height: strip.heightPx }
    sink.write(strip.topPx, easel.draw(strip.topPx, source.read(box)))
  })
}

/** Less strength paints smaller regions with thinner lines in colours nearer to the photo's. */
function withStrength(look: AnimeLook, strength: number): AnimeLook {
  const { regions, ink, palette } = look
  return {
    ...look,
    regions: { ...regions, scale: regions.scale * (0.2 + strength) },
    ink: { ...ink, opacity: ink.opacity * Math.min(1, 0.3 + strength * 0.875) },
    palette: { ...palette, vivid: palette.vivid * (0.2 + strength) },
  }
}

async function paintOf(
  env: ToolEnvironment,
  picture: Raster,
  look: AnimeLook,
  progress: StepProgress,
): Promise<Paint> {
  const unitPx = Math.max(picture.widthPx, picture.heightPx) / 1000
  const { reach, range } = look.smooth
  const smooth = okLabOf(env.kernels.domainTransform(picture, reach * unitPx, range))
  await progress.step()
  const { scale, min, shade, flat } = look.regions
  const painted = paintFlat(smooth, { scale, minPx: min * unitPx ** 2, shade })
  await progress.step()
  const fine = okLabOf(env.kernels.domainTransform(picture, FINE.reach * unitPx, FINE.range))
  const features = paintFlat(fine, { scale: FINE.scale, minPx: FINE.min * unitPx ** 2, shade: 1 })
  mix(painted, smooth, () => 1 - flat)
  mix(features, fine, () => FINE.photo)
  const skin = skinAbout(env, smooth, SKIN_REACH * unitPx)
  mix(painted, features, (at) => skin.values[at] as number)
  grade(painted, look.palette)
  await progress.step()
  return mixed(painted)
}

/** The paint as colours of the screen and the print. */
function mixed({ widthPx, heightPx, lightness, a, b }: OkLabPicture): Paint {
  const count = widthPx * heightPx
  const pot = new Uint8ClampedArray(4)
  const rgb = new Float32Array(count * 3)
  for (let at = 0; at < count; at++) {
    fromOkLab(lightness[at] as number, a[at] as number, b[at] as number, pot, 0)
    for (let c = 0; c < 3; c++) rgb[at * 3 + c] = pot[c] as number
  }
  return { widthPx, heightPx, rgb }
}

/** Where people are: skin, and what lies close about it. 0..1. */
function skinAbout(env: ToolEnvironment, picture: OkLabPicture, reachPx: number): FloatPlane {
  const { widthPx, heightPx, lightness, a, b } = picture
  const values = lightness.map((light, at) => skinShare(light, a[at] as number, b[at] as number))
  const spread = env.kernels.gaussian({ widthPx, heightPx, values }, reachPx)
  return { ...spread, values: spread.values.map((share) => smoothstep(0.15, 0.45, share)) }
}

/** Draws `other` over the paint by its share at each pixel. */
function mix(paint: OkLabPicture, other: OkLabPicture, shareAt: (at: number) => number): void {
  for (const plane of ['lightness', 'a', 'b'] as const) {
    const [own, added] = [paint[plane], other[plane]]
    for (let at = 0; at < own.length; at++) {
      own[at] = (own[at] as number) + ((added[at] as number) - (own[at] as number)) * shareAt(at)
    }
  }
}

/** Draws rows at the size of the result. */
class Easel {
  readonly #paint: PaintEnlarger
  readonly #ink: RowSampler
  readonly #look: AnimeLook

  constructor(size: PixelSource, picture: Raster, paint: Paint, ink: FloatPlane, look: AnimeLook) {
    this.#paint = new PaintEnlarger(picture, paint, size.widthPx, size.heightPx)
    this.#ink = new RowSampler(ink, size.widthPx, size.heightPx)
    this.#look = look
  }

  draw(topPx: number, photo: Raster): Raster {
    const { rgb } = this.#paint.rows(topPx, onWhite(photo))
    const ink = this.#ink.rows(topPx, photo.heightPx).values
    const { opacity, black } = this.#look.ink
    const strip = createRaster(photo.widthPx, photo.heightPx)
    // Ink is the colour it lies on, darkened; the blacker the look, the less of it.
    const tinge = 0.32 * (1 - black)
    for (let at = 0; at < ink.length; at++) {
      // The enlarged line is soft: a steep S about its middle draws it sharp at any size.
      const line = smoothstep(0.2, 0.8, ink[at] as number) * opacity
      for (let c = 0; c < 3; c++) {
        const colour = rgb[at * 3 + c] as number
        strip.rgba[at * 4 + c] = colour + ((INK[c] ?? 0) + colour * tinge - colour) * line
      }
      strip.rgba[at * 4 + 3] = photo.rgba[at * 4 + 3] as number
    }
    return strip
  }
}
