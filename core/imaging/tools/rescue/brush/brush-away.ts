import {
  type Box,
  createPlane,
  createRaster,
  cropPlane,
  cropRaster,
  type PixelSource,
  rasterSink,
} from '../../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../../pixels/raster.ts'
import { strokesText } from '../../../brush-strokes.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Size } from '../corners.ts'
import { filledFromPlan, type PlannedFill } from '../filling/fill-from-plan.ts'
import { filledBy, fittedField, matchedField, type PatchField } from '../filling/fill-hole.ts'
import { type FillPiece, piecesOf } from '../filling/fill-pieces.ts'
import { fillProgress, partOf, type ReachedShare } from '../filling/fill-progress.ts'
import type { FillEnvironment } from '../filling/hole-guide.ts'
import { boxOf, enlargedStrokes, maskOf, type SheetStrokes, united } from '../sheet-strokes.ts'
import type { BrushStep } from './brush-steps.ts'
import { PaintedTiles } from './painted-tiles.ts'
import { narrowedToLines } from './scratches.ts'
import { narrowedToSpecks } from './specks.ts'

/** A sheet of some size, and strokes as they lie on it. */
export interface BrushedSheet {
  readonly pixels: PixelSource
  /** One for each stroke of a step. */
  readonly strokesOf: (step: BrushStep) => readonly SheetStrokes[]
}

/** Pixels of a window whose patches are joined at full size; in a larger one the plan says what is copied. */
const JOINED_PX = 4_000_000

/**
 * Fills what was brushed away, step by step. What goes where is decided on a sheet of a preview's
 * size, so that the print shows what the preview did; its pixels are the full sheet's own.
 * @param full the sheet as it is to be; null where it is the plan itself
 * @param kept what was painted in the plan before
 */
export async function brushedAway(
  env: FillEnvironment,
  steps: readonly BrushStep[],
  plan: BrushedSheet,
  full: BrushedSheet | null,
  kept: KeptSteps,
): Promise<PixelSource> {
  const progressOf = fillProgress(env, steps.length)
  const planned = new PaintedTiles(plan.pixels)
  const drawn = full === null ? null : new PaintedTiles(full.pixels)
  let soFar = ''
  for (const [seed, step] of steps.entries()) {
    const reached = progressOf(seed)
    reached(0)
    soFar = `${soFar}|${step.kind} ${strokesText(step.strokes)}`
    const known = drawn === null ? kept.get(soFar) : undefined
    if (known !== undefined) {
      for (const { box, pixels, mask } of known) planned.paint(box, pixels, mask)
    } else if (step.kind === 'give-back') {
      giveBack(planned, plan.strokesOf(step))
      if (full !== null && drawn !== null) giveBack(drawn, full.strokesOf(step))
    } else {
      const parts = plan.strokesOf(step)
      await env.checkpoint()
      const lines = await narrowedToLines(env, parts, planned)
      const narrow = await narrowedToSpecks(env, lines, planned)
      const large = () =>
        full === null || drawn === null
          ? []
          : full.strokesOf(step).map((own, at) => {
              const line = narrow[at]
              return line === undefined || line === parts[at]
                ? own
                : enlargedStrokes(line, planned, drawn)
            })
      const onFull = drawn === null ? null : { drawn, strokes: united(large()) }
      const made = await fill(env, planned, narrow, onFull, { seed: seed * 977 + 1, reached })
      if (drawn === null) keep(kept, soFar, made)
    }
    reached(1)
    await env.checkpoint()
  }
  return drawn ?? planned
}

/** Share of a piece's work after which it is known what goes where. */
const MATCHED = 0.8

/** What was painted in a step; the strokes up to it are its key. A stroke more need not repeat them. */
export type KeptSteps = Map<string, readonly Painted[]>

interface Painted {
  readonly box: Box
  readonly pixels: Raster
  readonly mask: Plane
}

const KEPT_STEPS = 48

function keep(kept: KeptSteps, key: string, made: readonly Painted[]): void {
  kept.set(key, made)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_STEPS && oldest !== undefined) kept.delete(oldest)
}

function giveBack(painted: PaintedTiles, parts: readonly SheetStrokes[]): void {
  const strokes = united(parts)
  const box = boxOf(strokes, painted, 0)
  if (box !== null) painted.giveBack(box, maskOf(strokes, box))
}

interface OnFull {
  readonly drawn: PaintedTiles
  readonly strokes: SheetStrokes
}

async function fill(
  env: FillEnvironment,
  planned: PaintedTiles,
  parts: readonly SheetStrokes[],
  onFull: OnFull | null,
  { seed, reached }: { readonly seed: number; readonly reached: ReachedShare },
): Promise<readonly Painted[]> {
  const strokes = united(parts)
  const done: Box[] = []
  const made: Painted[] = []
  const pieces = await piecesOf(env, parts, planned)
  for (const [at, piece] of pieces.entries()) {
    const share = (part: number) => (at + part) / pieces.length
    const holed = {
      picture: await readIn(env, planned, piece.around),
      hole: holeOf(strokes, piece.around, done),
    }
    const matching = partOf(reached, share(0), share(MATCHED))
    const field = await matchedField(env, holed, seed + at * 31, matching)
    const fitted = await fittedField(env, holed, field, seed)
    const filled = await filledBy(env, holed, fitted)
    made.push(paint(planned, piece, piece.core, filled, holed.hole))
    if (onFull !== null)
      await drawFull(
        env,
        piece,
        planned,
        { picture: holed.picture, field: fitted, filled, found: field, seed, done },
        onFull,
      )
    done.push(piece.core)
    reached(share(1))
    await env.checkpoint()
  }
  return made
}

interface Planned extends PlannedFill {
  /** As it was found, of the plan's size or a smaller one. */
  readonly found: PatchField
  readonly seed: number
  /** Pieces of the plan that are filled already. */
  readonly done: readonly Box[]
}

/** The same piece at full size, of the full sheet's own pixels. */
async function drawFull(
  env: ToolEnvironment,
  piece: FillPiece,
  plan: Size,
  planned: Planned,
  { drawn, strokes }: OnFull,
): Promise<void> {
  const large = (box: Box) => scaled(box, plan, drawn)
  const { core, around } = { core: large(piece.core), around: large(piece.around) }
  const hole = await largeHole(env, strokes, around, planned.done.map(large))
  const holed = { picture: await readIn(env, drawn, around), hole }
  const pixels =
    around.width * around.height > JOINED_PX
      ? await filledFromPlan(env, holed, planned)
      : await filledBy(env, holed, await fittedField(env, holed, planned.found, planned.seed))
  await env.checkpoint()
  for (const part of rowsOf(core, PAINTED_PX)) {
    paint(drawn, { core, around }, part, pixels, hole)
    await env.checkpoint()
  }
}

// Pixels between two looks at whether the job was cancelled.
const READ_PX = 131_072
/** Painting, and drawing strokes into a hole, is quicker than reading. */
const PAINTED_PX = 1_000_000

/** A box in parts of full rows. */
function rowsOf(box: Box, pixels: number): readonly Box[] {
  const rows = Math.max(16, Math.floor(pixels / box.width))
  return Array.from({ length: Math.ceil(box.height / rows) }, (_, at) => ({
    ...box,
    y: box.y + at * rows,
    height: Math.min(rows, box.height - at * rows),
  }))
}

/** A box of a picture that takes long to read. */
async function readIn(env: ToolEnvironment, source: PixelSource, box: Box): Promise<Raster> {
  const whole = createRaster(box.width, box.height)
  const sink = rasterSink(whole)
  for (const part of rowsOf(box, READ_PX)) {
    await sink.write(part.y - box.y, source.read(part))
    await env.checkpoint()
  }
  return whole
}

/** Paints a part of a piece. @param pixels, hole of what is about the piece */
function paint(
  onto: PaintedTiles,
  { around }: FillPiece,
  part: Box,
  pixels: Raster,
  hole: Plane,
): Painted {
  const inside = { ...part, x: part.x - around.x, y: part.y - around.y }
  const painted = { box: part, pixels: cropRaster(pixels, inside), mask: cropPlane(hole, inside) }
  onto.paint(painted.box, painted.pixels, painted.mask)
  return painted
}

/** As `holeOf`, of a box that takes long. */
async function largeHole(
  env: ToolEnvironment,
  strokes: SheetStrokes,
  around: Box,
  done: readonly Box[],
): Promise<Plane> {
  const hole = createPlane(around.width, around.height)
  for (const part of rowsOf(around, PAINTED_PX)) {
    hole.values.set(holeOf(strokes, part, done).values, (part.y - around.y) * around.width)
    await env.checkpoint()
  }
  return hole
}

/** What strokes cover of a box, but for pieces that are filled already. */
function holeOf(strokes: SheetStrokes, around: Box, done: readonly Box[]): Plane {
  const hole = maskOf(strokes, around)
  for (const box of done) {
    const left = Math.max(0, box.x - around.x)
    const right = Math.min(around.width, box.x + box.width - around.x)
    const bottom = Math.min(around.height, box.y + box.height - around.y)
    for (let y = Math.max(0, box.y - around.y); y < bottom && left < right; y++) {
      hole.values.fill(0, y * around.width + left, y * around.width + right)
    }
  }
  return hole
}

/** A box of one sheet on the same sheet of another size; boxes that meet go on meeting. */
function scaled(box: Box, from: Size, to: Size): Box {
  const [byX, byY] = [to.widthPx / from.widthPx, to.heightPx / from.heightPx]
  const [x, y] = [Math.round(box.x * byX), Math.round(box.y * byY)]
  return {
    x,
    y,
    width: Math.max(1, Math.round((box.x + box.width) * byX) - x),
    height: Math.max(1, Math.round((box.y + box.height) * byY) - y),
  }
}
