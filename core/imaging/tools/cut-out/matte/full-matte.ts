import {
  type Box,
  createPlane,
  type PixelSource,
  type PlaneSink,
} from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane } from '../../../../pixels/raster.ts'
import { RowSampler } from '../../../../pixels/sample-rows.ts'
import { planStrips, StepProgress, type Strip, shareStrips } from '../../../../pixels/strips.ts'
import { threadsOf } from '../../../own-thread.ts'
import type { ToolEnvironment } from '../../../tool.ts'

/** Narrower tiles leave more out, and compute more twice. */
const TILE_PX = 128
/** Wider pieces of a strip would take more memory of the kernels than strips have otherwise. */
const PIECE_TILES = 8
/** Within this of one half a matte is neither clear nor solid. */
const SOFT = 0.48
/** Enlarged by less a matte lies on the photo's own edges already. */
const ENLARGED = 1.15
const EPSILON = 1e-4

/**
 * Carries a matte to the photo's size: enlarged, then drawn onto the photo's own edges by a small
 * colour-guided filter wherever it is neither clear nor solid.
 * @param box what the matte is of; beside it the photo is clear
 */
export async function writeFullMatte(
  env: ToolEnvironment,
  source: PixelSource,
  box: Box,
  alpha: FloatPlane,
  sink: PlaneSink,
): Promise<void> {
  const radiusPx = Math.max(1, Math.round((box.width / alpha.widthPx) * 1.5))
  const strips = planStrips(source.widthPx, source.heightPx, radiusPx * 2)
  const drawing = new MatteDrawing(env, source, box, alpha, radiusPx)
  const progress = new StepProgress(env, 'refine', strips.length)
  await shareStrips(env, {
    strips,
    lanes: threadsOf(env).lanes,
    begin: (strip) => drawing.draw(strip),
    take: async ({ topPx }, rows) => {
      sink.write(topPx, rows)
      await progress.step()
    },
  })
}

/** Columns of a strip that lie side by side and have the same done to them, from the box's left. */
interface Piece {
  readonly kind: 'solid' | 'even' | 'soft'
  readonly from: number
  readonly until: number
}

/** Draws strips of a matte at the size of the photo. */
class MatteDrawing {
  readonly #env: ToolEnvironment
  readonly #source: PixelSource
  readonly #box: Box
  readonly #alpha: FloatPlane
  readonly #radiusPx: number
  readonly #sampler: RowSampler

  constructor(
    env: ToolEnvironment,
    source: PixelSource,
    box: Box,
    alpha: FloatPlane,
    radiusPx: number,
  ) {
    this.#env = env
    this.#source = source
    this.#box = box
    this.#alpha = alpha
    this.#radiusPx = radiusPx
    this.#sampler = new RowSampler(alpha, box.width, box.height)
  }

  async draw(strip: Strip): Promise<Plane> {
    const { y, height } = this.#box
    const out = createPlane(this.#source.widthPx, strip.heightPx)
    const top = Math.max(strip.readTopPx, y) - y
    const bottom = Math.min(strip.readTopPx + strip.readHeightPx, y + height) - y
    if (bottom <= top) return out
    const drawn = this.#piecesOf(top, bottom).map(async (piece) => {
      if (piece.kind === 'solid') this.#fill(piece, strip, out)
      else this.#copy(await this.#drawn(piece, top, bottom), piece, top, strip, out)
    })
    await Promise.all(drawn)
    return out
  }

  /** What is not clear between two rows of the box. */
  #piecesOf(top: number, bottom: number): readonly Piece[] {
    const { width } = this.#box
    const pieces: Piece[] = []
    for (let from = 0; from < width; from += TILE_PX) {
      const until = Math.min(width, from + TILE_PX)
      const kind = this.#kindOf(from, until, top, bottom)
      const last = pieces.at(-1)
      const isJoined =
        last?.until === from && last.kind === kind && until - last.from <= PIECE_TILES * TILE_PX
      if (kind === 'clear') continue
      if (isJoined) pieces[pieces.length - 1] = { kind, from: last.from, until }
      else pieces.push({ kind, from, until })
    }
    return pieces
  }

  /** What the matte is like wherever a pixel of a tile, or one the filter sees from there, may look. */
  #kindOf(from: number, until: number, top: number, bottom: number): Piece['kind'] | 'clear' {
    const { widthPx, heightPx, values } = this.#alpha
    const { width, height } = this.#box
    const reach = 2 * this.#radiusPx
    const first = Math.max(0, Math.floor(((from - reach) * widthPx) / width) - 1)
    const last = Math.min(widthPx, Math.ceil(((until + reach) * widthPx) / width) + 1)
    const end = Math.min(heightPx, Math.ceil((bottom * heightPx) / height) + 1)
    let least = 1
    let most = 0
    for (let y = Math.max(0, Math.floor((top * heightPx) / height) - 1); y < end; y++) {
      for (let at = y * widthPx + first; at < y * widthPx + last; at++) {
        const value = values[at] as number
        if (value < least) least = value
        if (value > most) most = value
      }
    }
    if (most <= 0) return 'clear'
    if (least >= 1) return 'solid'
    const isEven = most <= 0.5 - SOFT || least >= 0.5 + SOFT || width <= widthPx * ENLARGED
    return isEven ? 'even' : 'soft'
  }

  /** The rows of a piece; where it is soft with what the filter sees beside it. */
  async #drawn({ kind, from, until }: Piece, top: number, bottom: number): Promise<Columns> {
    const height = bottom - top
    if (kind === 'even') {
      const plane = this.#sampler.part({ x: from, y: top, width: until - from, height })
      return { plane, left: from }
    }
    const left = Math.max(0, from - 2 * this.#radiusPx)
    const width = Math.min(this.#box.width, until + 2 * this.#radiusPx) - left
    const plane = this.#sampler.part({ x: left, y: top, width, height })
    const place = { x: this.#box.x + left, y: this.#box.y + top, width, height }
    const guide = this.#source.read(place)
    const { guidedFilterColour } = threadsOf(this.#env)
    return { plane: await guidedFilterColour(guide, plane, this.#radiusPx, EPSILON), left }
  }

  #fill({ from, until }: Piece, strip: Strip, out: Plane): void {
    const [first, end] = this.#rowsIn(strip)
    for (let row = first; row < end; row++) {
      const at = (row - strip.topPx) * out.widthPx + this.#box.x
      out.values.fill(255, at + from, at + until)
    }
  }

  #copy({ plane, left }: Columns, { from, until }: Piece, top: number, strip: Strip, out: Plane) {
    const { x, y } = this.#box
    const [first, end] = this.#rowsIn(strip)
    for (let row = first; row < end; row++) {
      const into = (row - strip.topPx) * out.widthPx + x
      const at = (row - y - top) * plane.widthPx - left
      for (let column = from; column < until; column++) {
        out.values[into + column] = (plane.values[at + column] as number) * 255
      }
    }
  }

  /** The rows of a strip that lie in the box, of the photo. */
  #rowsIn({ topPx, heightPx }: Strip): readonly [first: number, end: number] {
    const { y, height } = this.#box
    return [Math.max(topPx, y), Math.min(topPx + heightPx, y + height)]
  }
}

interface Columns {
  readonly plane: FloatPlane
  /** From the box's left. */
  readonly left: number
}
