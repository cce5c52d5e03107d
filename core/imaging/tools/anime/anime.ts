import type { Kernels } from '../../../kernels/kernels.ts'
import { fromOkLab } from '../../../pixels/oklab.ts'
import {
  createRaster,
  fittedSize,
  type PixelSink,
  type PixelSource,
  smoothstep,
} from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import { eachStrip, planStrips, StepProgress } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Paint, PaintEnlarger } from './enlarge.ts'
import { FaceDrawing, prepareFaces } from './faces/draw-faces.ts'
import { featuresOf } from './features.ts'
import { inkOf } from './ink.ts'
import { type AnimeLook, type AnimeLookName, animeLooks } from './looks.ts'
import { grade } from './palette.ts'
import { paintFlat } from './regions.ts'
import { hairAbout, inkOnFaces, type People, skinAbout } from './skin.ts'
import { type OkLabPicture, okLabOf, unitPxOf } from './study.ts'

/** The faces of a picture, in its pixels. */
export type FindFaces = (picture: Raster) => Promise<readonly FoundFace[]>

export interface AnimeSettings {
  readonly look: AnimeLookName
  /** 0 a light hand to 1 a heavy one. */
  readonly strength: number
  /** 0 a face's own proportions to 1 those of an animated film: wide eyes with large irises. */
  readonly proportions: number
}

/** Colour is painted at this size of the longer side, lines are found at twice of it. */
const PAINTED_PX = 768
const INKED_PX = 1536
const STEPS = 5
/** A blue black. */
const INK: Readonly<Record<number, number>> = { 0: 22, 1: 19, 2: 30 }
/** Faces are painted finer than all else, whatever the look: they are to stay themselves. */
const FINE = { reach: 6, range: 0.25, scale: 0.16, min: 14 }

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
  findFacesIn: FindFaces = async () => [],
): Promise<void> {
  const look = withStrength(animeLooks[settings.look], settings.strength)
  const progress = new StepProgress(env, 'draw', STEPS)
  const large = onWhite(await scaledCopy(env, source, INKED_PX))
  const pen = { ...look.face, opened: settings.proportions }
  const faces = await prepareFaces(env, large, await findFacesIn(large), pen, look.face.contrast)
  const size = fittedSize(large, PAINTED_PX)
  const picture = env.kernels.resizeArea(large, size.widthPx, size.heightPx)
  await progress.step()
  const { paint, people } = await paintOf(env, picture, look, progress)
  const features = featuresOf(env, large, people)
  await env.checkpoint()
  const lines = await inkOf(env, large, look.ink)
  const ink = inkOnFaces(env, lines, people, look.ink.faintOnFaces)
  await progress.step()
  const drawing = new SketchDrawing(
    env.kernels,
    source,
    {
      picture,
      paint,
      ink,
      features,
      faces: new FaceDrawing(faces, source.widthPx / large.widthPx),
    },
    look,
  )
  await eachStrip(env, 'draw', planStrips(source.widthPx, source.heightPx, 0, 65_536), (strip) => {
    const box = { x: 0, y: strip.topPx, width: source.widthPx, height: strip.heightPx }
    sink.write(strip.topPx, drawing.draw(strip.topPx, source.read(box)))
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
): Promise<{ paint: Paint; people: People }> {
  const unitPx = unitPxOf(picture)
  const { reach, range } = look.smooth
  const smooth = okLabOf(env.kernels.domainTransform(picture, reach * unitPx, range))
  await progress.step()
  const { scale, min, shade, flat } = look.regions
  const painted = paintFlat(smooth, { scale, minPx: min * unitPx ** 2, shade })
  await progress.step()
  const fine = okLabOf(env.kernels.domainTransform(picture, FINE.reach * unitPx, FINE.range))
  const features = paintFlat(fine, { scale: FINE.scale, minPx: FINE.min * unitPx ** 2, shade: 1 })
  mix(painted, smooth, () => 1 - flat)
  const skin = skinAbout(env, fine)
  mix(painted, features, (at) => skin.values[at] as number)
  const lightness = { ...skin, values: painted.lightness.slice() }
  grade(painted, look.palette)
  await progress.step()
  return {
    paint: mixed(painted),
    people: { skin, hair: hairAbout(env, skin, lightness), lightness },
  }
}

/** The paint as colours of the screen and the print. */
function mixed({ widthPx, heightPx, lightness, a, b }: OkLabPicture): Paint {
  const count = widthPx * heightPx
  const pot = new Uint8ClampedArray(4)
  const quads = new Float32Array(count * 4).fill(1)
  for (let at = 0; at < count; at++) {
    fromOkLab(lightness[at] as number, a[at] as number, b[at] as number, pot, 0)
    for (let c = 0; c < 3; c++) quads[at * 4 + c] = pot[c] as number
  }
  return { widthPx, heightPx, quads }
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

/** What a picture is drawn of. */
interface Drawing {
  readonly picture: Raster
  readonly paint: Paint
  readonly ink: FloatPlane
  readonly features: FloatPlane
  readonly faces: FaceDrawing
}

/** Draws rows at the size of the result. */
class SketchDrawing {
  readonly #paint: PaintEnlarger
  readonly #ink: RowSampler
  readonly #features: RowSampler
  readonly #faces: FaceDrawing
  readonly #look: AnimeLook

  constructor(kernels: Kernels, size: PixelSource, drawing: Drawing, look: AnimeLook) {
    const { widthPx, heightPx } = size
    this.#paint = new PaintEnlarger(kernels, drawing.picture, drawing.paint, heightPx)
    this.#ink = new RowSampler(drawing.ink, widthPx, heightPx)
    this.#features = new RowSampler(drawing.features, widthPx, heightPx)
    this.#faces = drawing.faces
    this.#look = look
  }

  draw(topPx: number, photo: Raster): Raster {
    const { quads } = this.#paint.rows(topPx, onWhite(photo))
    const ink = this.#ink.rows(topPx, photo.heightPx).values
    const features = this.#features.rows(topPx, photo.heightPx).values
    const { opacity, black } = this.#look.ink
    const strip = createRaster(photo.widthPx, photo.heightPx)
    // Ink is the colour it lies on, darkened; the blacker the look, the less of it.
    const tinge = 0.32 * (1 - black)
    const skin = this.#faces.skin(topPx, photo.widthPx, photo.heightPx)
    for (let at = 0; at < ink.length; at++) {
      const covered = skin?.share[at] ?? 0
      // The enlarged line is soft: a steep S about its middle draws it sharp at any size.
      const line = smoothstep(0.2, 0.8, ink[at] as number) * opacity * (1 - covered)
      const feature = (features[at] as number) * 255
      for (let c = 0; c < 3; c++) {
        const below = (quads[at * 4 + c] as number) + feature
        const colour =
          covered === 0 ? below : below + ((skin?.rgb[at * 3 + c] ?? 0) - below) * covered
        strip.rgba[at * 4 + c] = colour + ((INK[c] ?? 0) + colour * tinge - colour) * line
      }
      strip.rgba[at * 4 + 3] = photo.rgba[at * 4 + 3] as number
    }
    this.#faces.draw({ ...strip, topPx })
    return strip
  }
}
