import { fittedSize, type PixelSink, type PixelSource, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { planStrips, StepProgress, shareStrips } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import { threadsOf } from '../../own-thread.ts'
import { nobody, type People, personAt } from '../../portrait/people.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { StripThreads } from '../../strip-work.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { Cel } from './cel.ts'
import { withShadows } from './cel-shadow.ts'
import { drawDetails } from './details.ts'
import { type DrawnFace, FaceDrawing, paintSkin, prepareFaces } from './faces/draw-faces.ts'
import { fill } from './fill.ts'
import { calmHead, drawHair } from './hair.ts'
import { inkOf } from './ink.ts'
import { type AnimeLook, type AnimeLookName, animeLooks } from './looks.ts'
import { grade } from './palette.ts'
import { partedBy } from './parted.ts'
import { regionsOf, rounded } from './regions.ts'
import { skinAbout } from './skin.ts'
import { type OkLabPicture, okLabOf, unitPxOf } from './study.ts'

/** Who is in a picture, in its pixels. */
export type FindPeople = (picture: Raster) => Promise<People>

export interface AnimeSettings {
  readonly look: AnimeLookName
  /** 0 a light hand to 1 a heavy one. */
  readonly strength: number
  /** 0 a face's own proportions to 1 those of an animated film: wide eyes with large irises. */
  readonly proportions: number
}

/** Cells are cut and lines are found at this size of the longer side, faces at the larger one. */
const PAINTED_PX = 1024
const FACES_PX = 1536
const STEPS = 6
/** People are painted finer than all else, whatever the look: they are to stay themselves. */
const FINE = { reach: 5, range: 0.25, scale: 0.2, min: 24 }

/**
 * Redraws a photo as a frame of an animated film: cells of flat colour with hard shadows, in bright
 * clear colour, under ink lines; faces and hair are drawn anew. All is found small and drawn at the
 * photo's size with smooth edges, so a print shows neither pixels nor seams. The result keeps the
 * photo's alpha.
 */
export async function anime(
  env: ToolEnvironment,
  source: PixelSource,
  settings: AnimeSettings,
  sink: PixelSink,
  findPeople: FindPeople = async () => nobody,
): Promise<void> {
  const look = withStrength(animeLooks[settings.look], settings.strength)
  const progress = new StepProgress(env, 'draw', STEPS)
  const large = onWhite(await scaledCopy(env, source, FACES_PX))
  await progress.step()
  const people = await findPeople(large)
  const pen = { ...look.face, opened: settings.proportions }
  const faces = await prepareFaces(env, large, people.faces, pen, look.face.contrast)
  const size = fittedSize(large, PAINTED_PX)
  const picture = env.kernels.resizeArea(large, size.widthPx, size.heightPx)
  await progress.step()
  const scale = picture.widthPx / large.widthPx
  const person = people.mask === null ? null : personAt(env.kernels, people.mask, picture)
  const cel = await celOf(env, picture, person, look, progress)
  await drawPeople(env, cel, { picture, faces, scale, person })
  await progress.step()
  const ink = await inkOf(env, picture, look.ink, cel.painted)
  await progress.step()
  const drawn = new FaceDrawing(faces, source.widthPx / large.widthPx)
  const threads = threadsOf(env)
  const drawing = new CelDrawing(threads, cel.painted, ink, look.ink, source.heightPx)
  const strips = planStrips(source.widthPx, source.heightPx, 0)
  const drawProgress = new StepProgress(env, 'draw', strips.length)
  await shareStrips(env, {
    strips,
    lanes: threads.lanes,
    begin: ({ topPx, heightPx }) =>
      drawing.draw(topPx, source.read({ x: 0, y: topPx, width: source.widthPx, height: heightPx })),
    take: async ({ topPx }, rows) => {
      drawn.draw({ ...rows, topPx })
      sink.write(topPx, rows)
      await drawProgress.step()
    },
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

/** A cel without its people's hair and skin, and what they are drawn by. */
interface StudiedCel {
  readonly painted: Cel
  readonly fine: OkLabPicture
}

async function celOf(
  env: ToolEnvironment,
  picture: Raster,
  person: FloatPlane | null,
  look: AnimeLook,
  progress: StepProgress,
): Promise<StudiedCel> {
  const unitPx = unitPxOf(picture)
  const { reach, range } = look.smooth
  const fine = okLabOf(env.kernels.domainTransform(picture, FINE.reach * unitPx, FINE.range))
  const people = skinAbout(env, fine, person)
  const smooth = okLabOf(env.kernels.domainTransform(picture, reach * unitPx, range))
  mix(smooth, fine, people.values)
  await progress.step()
  const { regions } = look
  const [minPx, finePx] = [regions.min * unitPx ** 2, FINE.min * unitPx ** 2]
  const cut = regionsOf(
    smooth,
    { scale: regions.scale, minPx },
    { scale: FINE.scale, minPx: finePx },
    people.values,
  )
  await env.checkpoint()
  const smallest = (at: number) => ((people.values[at] as number) > 0.5 ? finePx : minPx / 2)
  const parted = person === null ? cut : partedBy(cut, person.values)
  const shaded = withShadows(env, smooth, parted, regions, smallest)
  await env.checkpoint()
  const cells = rounded(smooth, shaded)
  await env.checkpoint()
  const colours = fill(smooth, cells, regions.shade)
  const before = colours.lightness.slice()
  grade(colours, look.palette, protectedBy(person, people))
  const painted = new Cel(cells, colours)
  drawDetails(env, painted, fine, before, people)
  await progress.step()
  return { painted, fine }
}

/** Where nobody was found there may be hands and backs: their skin keeps some of its tone. */
const SKIN_OF_NOBODY = 0.5

const protectedBy = (person: FloatPlane | null, skin: FloatPlane): Float32Array =>
  person === null
    ? skin.values.map((share) => share * SKIN_OF_NOBODY)
    : person.values.map((share) => smoothstep(0.2, 0.6, share))

/** Draws `other` over the picture by its share at each pixel. */
function mix(picture: OkLabPicture, other: OkLabPicture, share: Float32Array): void {
  for (const plane of ['lightness', 'a', 'b'] as const) {
    const [own, added] = [picture[plane], other[plane]]
    for (let at = 0; at < own.length; at++) {
      const apart = (added[at] as number) - (own[at] as number)
      own[at] = (own[at] as number) + apart * (share[at] as number)
    }
  }
}

interface DrawnPeople {
  readonly picture: Raster
  readonly faces: readonly DrawnFace[]
  /** Of the picture against the one in which the faces were found. */
  readonly scale: number
  readonly person: FloatPlane | null
}

async function drawPeople(
  env: ToolEnvironment,
  { painted, fine }: StudiedCel,
  { picture, faces, scale, person }: DrawnPeople,
): Promise<void> {
  const skin = new Float32Array(painted.cells.length)
  const plain = painted.bare.slice()
  paintSkin(painted, faces, scale)
  painted.bare.forEach((bare, at) => {
    skin[at] = bare > (plain[at] as number) ? 1 : 0
  })
  for (const { face } of faces.toReversed()) {
    const own = scaledFace(face, scale)
    drawHair(env, painted, picture, fine, own, person, skin)
    calmHead(painted, own)
    await env.checkpoint()
  }
}

const scaledFace = (face: FoundFace, scale: number): FoundFace => ({
  ...face,
  widthPx: face.widthPx * scale,
  points: {
    ...face.points,
    points: face.points.points.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
  },
})

/** Draws rows of a cel at the size of the result. */
class CelDrawing {
  readonly #threads: StripThreads
  readonly #cel: Cel
  readonly #quads: Float32Array<ArrayBuffer>
  readonly #ink: FloatPlane
  readonly #pen: AnimeLook['ink']
  readonly #wholeHeightPx: number

  constructor(
    threads: StripThreads,
    cel: Cel,
    ink: FloatPlane,
    pen: AnimeLook['ink'],
    wholeHeightPx: number,
  ) {
    this.#threads = threads
    this.#cel = cel
    this.#quads = cel.quads()
    this.#ink = ink
    this.#pen = pen
    this.#wholeHeightPx = wholeHeightPx
  }

  /** @param photo rows from `topPx`, whose alpha is kept */
  draw(topPx: number, photo: Raster): Promise<Raster> {
    const { widthPx, heightPx, cells } = this.#cel
    const rowAt = (y: number) => Math.floor(((y + 0.5) * heightPx) / this.#wholeHeightPx - 0.5)
    const originPx = Math.max(0, rowAt(topPx) - 1)
    const end = Math.min(heightPx, rowAt(topPx + photo.heightPx - 1) + 3)
    const [from, to] = [originPx * widthPx, end * widthPx]
    const small = {
      widthPx,
      heightPx: end - originPx,
      cells: cells.subarray(from, to),
      colours: this.#quads.subarray(from * 4, to * 4),
      ink: this.#ink.values.subarray(from, to),
      originPx,
      wholeHeightPx: heightPx,
    }
    const place = { rows: photo, topPx, wholeHeightPx: this.#wholeHeightPx }
    return this.#threads.drawCels(small, place, this.#pen)
  }
}
