import { createRaster } from '../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster, TangentFlow } from '../pixels/raster.ts'
import { Arena } from './arena.ts'
import { celPlaneKernels } from './cel-planes.ts'
import { cellMeasureKernels } from './cell-measures.ts'
import { cellKernels } from './cells.ts'
import type { Address, KernelExports } from './kernel-exports.ts'
import type {
  AdjustPass,
  CelRows,
  ColourMatte,
  ColourMatteInput,
  InkPen,
  Kernels,
  PhotoRows,
  RelightPass,
  RowRange,
} from './kernels.ts'
import { packingKernels } from './packing.ts'
import { paintKernels } from './paint.ts'
import { patchKernels } from './patches.ts'
import { planarKernels } from './planar.ts'
import { sheetKernels } from './sheets.ts'
import { drawSketch, grainStrokes, tangentRows } from './sketch-rows.ts'
import { skinKernels } from './skin-light.ts'

/** Under this a Gaussian changes nothing that 8 bits could show. */
const SIGMA_PX_MIN = 0.05

/** The kernels of one instance of the module. */
export function createKernels(wasm: KernelExports): Kernels {
  const arena = new Arena(wasm)

  const resized =
    (kernel: KernelExports['resizeArea']) =>
    (source: Raster, widthPx: number, heightPx: number): Raster =>
      arena.use(() => {
        const from = arena.put(source.rgba)
        const into = arena.allocate(widthPx * heightPx * 4)
        kernel(from, source.widthPx, source.heightPx, into, widthPx, heightPx)
        return arena.raster(into, createRaster(widthPx, heightPx))
      })

  const overRaster = (source: Raster, run: (from: Address, into: Address) => void): Raster =>
    arena.use(() => {
      const from = arena.put(source.rgba)
      const into = arena.allocate(source.rgba.byteLength)
      run(from, into)
      return arena.raster(into, createRaster(source.widthPx, source.heightPx))
    })

  const overMatte = (source: Plane, run: (from: Address, into: Address) => void): Plane =>
    arena.use(() => {
      const from = arena.put(source.values)
      const into = arena.allocate(source.values.byteLength)
      run(from, into)
      return arena.plane(into, source.widthPx, source.heightPx)
    })

  const overPlane = (source: FloatPlane, run: (from: Address, into: Address) => void): FloatPlane =>
    arena.use(() => {
      const from = arena.put(source.values)
      const into = arena.allocate(source.values.byteLength)
      run(from, into)
      return arena.floats(into, source.widthPx, source.heightPx)
    })

  return {
    resizeArea: resized(wasm.resizeArea),
    resizeAreaRows: ({ rows: part, topPx, wholeHeightPx }, size, rows) =>
      arena.use(() => {
        const into = arena.allocate(size.widthPx * rows.heightPx * 4)
        wasm.resizeAreaRows(
          arena.put(part.rgba),
          topPx,
          part.heightPx,
          part.widthPx,
          wholeHeightPx,
          into,
          rows.topPx,
          rows.heightPx,
          size.widthPx,
          size.heightPx,
        )
        return arena.raster(into, createRaster(size.widthPx, rows.heightPx))
      }),
    resizeLanczos3: resized(wasm.resizeLanczos3),
    resizePlane: (source, widthPx, heightPx) =>
      arena.use(() => {
        const from = arena.put(source.values)
        const into = arena.allocate(widthPx * heightPx * 4)
        wasm.resizePlane(from, source.widthPx, source.heightPx, into, widthPx, heightPx)
        return arena.floats(into, widthPx, heightPx)
      }),
    resizeMask: (source, widthPx, heightPx) =>
      arena.use(() => {
        const from = arena.put(source.values)
        const into = arena.allocate(widthPx * heightPx * 4)
        wasm.resizeMask(from, source.widthPx, source.heightPx, into, widthPx, heightPx)
        return arena.floats(into, widthPx, heightPx)
      }),
    luma: (source) =>
      arena.use(() => {
        const from = arena.put(source.rgba)
        const into = arena.allocate(source.rgba.byteLength)
        wasm.luma(from, into, source.widthPx * source.heightPx)
        return arena.floats(into, source.widthPx, source.heightPx)
      }),
    gaussian: (source, sigmaPx) =>
      sigmaPx < SIGMA_PX_MIN
        ? source
        : overPlane(source, (from, into) =>
            wasm.gaussian(from, into, source.widthPx, source.heightPx, 1, sigmaPx),
          ),
    gaussianRaster: (source, sigmaPx) =>
      sigmaPx < SIGMA_PX_MIN
        ? source
        : overRaster(source, (from, into) =>
            wasm.gaussianRaster(from, into, source.widthPx, source.heightPx, sigmaPx),
          ),
    guidedFilter: (guide, source, radiusPx, epsilon) =>
      overPlane(source, (from, into) => {
        const { widthPx, heightPx } = source
        wasm.guidedFilter(arena.put(guide.values), from, into, widthPx, heightPx, radiusPx, epsilon)
      }),
    guidedFilterColour: (guide, source, radiusPx, epsilon) =>
      overPlane(source, (from, into) => {
        const { widthPx, heightPx } = source
        const guideAt = arena.put(guide.rgba)
        wasm.guidedFilterColour(guideAt, from, into, widthPx, heightPx, radiusPx, epsilon)
      }),
    domainTransform: (source, sigmaSpacePx, sigmaRange) =>
      overRaster(source, (from, into) => {
        const { widthPx, heightPx } = source
        wasm.domainTransform(from, into, widthPx, heightPx, sigmaSpacePx, sigmaRange)
      }),
    colourTables: (source, tables, into = createRaster(source.widthPx, source.heightPx)) =>
      arena.use(() => {
        const pixels = arena.put(source.rgba)
        wasm.colourTables(pixels, source.widthPx * source.heightPx, arena.put(tables.values))
        return arena.raster(pixels, into)
      }),
    relight: (source, pass, into = createRaster(source.widthPx, source.heightPx)) =>
      arena.use(() => {
        const pixels = arena.put(source.rgba)
        relight(wasm, arena, pixels, source, pass)
        return arena.raster(pixels, into)
      }),
    unveil: (source, { air, depth }, into = createRaster(source.widthPx, source.heightPx)) =>
      arena.use(() => {
        const pixels = arena.put(source.rgba)
        const plan = Float32Array.from([...air, depth.start, depth.stepX, depth.stepY, depth.bendY])
        wasm.unveil(pixels, source.widthPx, source.heightPx, arena.put(plan))
        return arena.raster(pixels, into)
      }),
    dodge: (base, blend) =>
      overPlane(base, (from, into) =>
        wasm.dodge(from, arena.put(blend.values), into, base.values.length),
      ),
    edgeTangentFlow: (luma, radiusPx, iterations) =>
      arena.use(() => edgeTangentFlow(wasm, arena, luma, radiusPx, iterations)),
    tangentRows: (rows) => arena.use(() => tangentRows(wasm, arena, rows)),
    flowLines: (luma, flow, { sigmaPx, lengthPx, tau, phi, rows = allRows(luma) }) =>
      overPlane(luma, (from, into) => {
        const [tx, ty] = [arena.put(flow.tx), arena.put(flow.ty)]
        const { widthPx, heightPx } = luma
        const own = [sigmaPx, lengthPx, tau, phi] as const
        wasm.flowLines(from, tx, ty, into, widthPx, heightPx, ...own, rows.topPx, rows.heightPx)
      }),
    grainStrokes: (...given) => arena.use(() => grainStrokes(wasm, arena, ...given)),
    lineIntegral: (source, flow, { steps, stridePx, slope = 0, rows = allRows(source) }, wanted) =>
      overPlane(source, (from, into) => {
        const [tx, ty] = [arena.put(flow.tx), arena.put(flow.ty)]
        const { widthPx, heightPx } = source
        const [where, least] = wanted ? [arena.put(wanted.plane.values), wanted.from] : [0, 0]
        const own = [steps, stridePx, where, least, slope, rows.topPx, rows.heightPx] as const
        wasm.lineIntegral(from, tx, ty, into, widthPx, heightPx, ...own)
      }),
    colourMatte: (input, rows, settings) =>
      arena.use(() => colourMatte(wasm, arena, input, rows, settings)),
    drawCels: (small, photo, pen) => arena.use(() => drawCels(wasm, arena, small, photo, pen)),
    drawSketch: (rows) => arena.use(() => drawSketch(wasm, arena, rows)),
    choke: (matte, distancePx) =>
      overMatte(matte, (from, into) =>
        wasm.choke(from, into, matte.widthPx, matte.heightPx, distancePx),
      ),
    feather: (matte, radiusPx) =>
      radiusPx / 2 < SIGMA_PX_MIN
        ? matte
        : overMatte(matte, (from, into) =>
            wasm.feather(from, into, matte.widthPx, matte.heightPx, radiusPx),
          ),
    adjust: (source, pass, into = createRaster(source.widthPx, source.heightPx)) =>
      arena.use(() => {
        const pixels = arena.put(source.rgba)
        adjust(wasm, arena, pixels, source, pass)
        return arena.raster(pixels, into)
      }),
    ...cellKernels(wasm, arena),
    ...cellMeasureKernels(wasm, arena),
    ...celPlaneKernels(wasm, arena),
    ...packingKernels(wasm, arena),
    ...paintKernels(wasm, arena),
    ...patchKernels(wasm, arena),
    ...planarKernels(wasm, arena),
    ...skinKernels(wasm, arena),
    ...sheetKernels(wasm, arena),
  }
}

const allRows = ({ heightPx }: FloatPlane): RowRange => ({ topPx: 0, heightPx })

function adjust(
  wasm: KernelExports,
  arena: Arena,
  pixels: Address,
  { widthPx, heightPx }: Raster,
  pass: AdjustPass,
): void {
  const { follow, level } = pass.surroundings
  const local = pass.clarity !== 0 || pass.shadows !== 0 || pass.highlights !== 0
  const places = [pass.around, pass.frame, pass.grainAt].flatMap(({ x, y }) => [
    ...[x.start, x.step],
    ...[y.start, y.step],
  ])
  const strengths = [pass.clarity, pass.shadows, pass.highlights, pass.vignette, pass.grain]
  wasm.adjust(
    pixels,
    widthPx,
    heightPx,
    arena.put(pass.cube),
    arena.put(follow.values),
    arena.put(level.values),
    local ? follow.widthPx : 0,
    follow.heightPx,
    arena.put(pass.grainTexels),
    arena.put(Float32Array.from([...places, ...strengths])),
  )
}

function relight(
  wasm: KernelExports,
  arena: Arena,
  pixels: Address,
  { widthPx, heightPx }: Raster,
  { tables, surroundings, around: { x, y }, gains, ...pass }: RelightPass,
): void {
  const { follow, level } = surroundings
  wasm.relight(
    pixels,
    widthPx,
    heightPx,
    arena.put(tables.values),
    arena.put(follow.values),
    arena.put(level.values),
    follow.widthPx,
    follow.heightPx,
    arena.put(gains),
    arena.put(
      Float32Array.from([
        ...[x.start, x.step, y.start, y.step, pass.noise, pass.most],
        ...[pass.clarity, pass.vibrance, pass.skinKept],
      ]),
    ),
  )
}

function edgeTangentFlow(
  wasm: KernelExports,
  arena: Arena,
  luma: FloatPlane,
  radiusPx: number,
  iterations: number,
): TangentFlow {
  const { widthPx, heightPx } = luma
  const from = arena.put(luma.values)
  const [tx, ty] = [arena.allocate(luma.values.byteLength), arena.allocate(luma.values.byteLength)]
  wasm.edgeTangentFlow(from, tx, ty, widthPx, heightPx, radiusPx, iterations)
  return {
    widthPx,
    heightPx,
    tx: arena.floats(tx, widthPx, heightPx).values,
    ty: arena.floats(ty, widthPx, heightPx).values,
  }
}

function colourMatte(
  wasm: KernelExports,
  arena: Arena,
  { picture, trimap, prior, originPx }: ColourMatteInput,
  { topPx, heightPx }: { topPx: number; heightPx: number },
  { reachPx, farCost }: { reachPx: number; farCost: number },
): ColourMatte {
  const width = picture.widthPx
  const alpha = arena.allocate(width * heightPx * 4)
  const confidence = arena.allocate(width * heightPx * 4)
  wasm.colourMatte(
    arena.put(picture.rgba),
    arena.put(trimap.values),
    arena.put(prior.values),
    alpha,
    confidence,
    width,
    picture.heightPx,
    topPx,
    heightPx,
    originPx,
    reachPx,
    farCost,
  )
  return {
    alpha: arena.floats(alpha, width, heightPx),
    confidence: arena.floats(confidence, width, heightPx),
  }
}

function drawCels(
  wasm: KernelExports,
  arena: Arena,
  { widthPx, heightPx, cells, colours, ink, originPx, wholeHeightPx }: CelRows,
  { rows, topPx, wholeHeightPx: wholePx }: PhotoRows,
  { colour, tinge, opacity }: InkPen,
): Raster {
  const pixels = arena.put(rows.rgba)
  wasm.drawCels(
    arena.put(cells),
    arena.put(colours),
    arena.put(ink),
    widthPx,
    heightPx,
    originPx,
    wholeHeightPx,
    pixels,
    rows.widthPx,
    rows.heightPx,
    topPx,
    wholePx,
    arena.put(Float32Array.from([...colour, tinge, opacity])),
  )
  return arena.raster(pixels, createRaster(rows.widthPx, rows.heightPx))
}
