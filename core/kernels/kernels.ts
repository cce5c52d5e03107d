import type { PlanarRows } from '../pixels/planar.ts'
import type { FloatPlane, Plane, Raster, TangentFlow } from '../pixels/raster.ts'
import type { PlanePart } from '../pixels/sample-rows.ts'

/**
 * What each value of each channel adds to a pixel's new colour, an RGB triple 0..255 (below and
 * above too, as parts of a sum): the triple of channel `c` (0 is red) and value `v` stands at
 * `(c * 256 + v) * 3`. Any tone curves with a matrix behind them are such a table.
 */
export interface ColourTables {
  readonly values: Float32Array<ArrayBuffer>
}

/** What is known of a pixel of a trimap. */
export const trimapValue = { outside: 0, undecided: 1, inside: 2, unasked: 3 } as const

/** A piece of a picture, what is known of its pixels, and a matte to lean on where colours do not tell. */
export interface ColourMatteInput {
  readonly picture: Raster
  /** Values of `trimapValue`. */
  readonly trimap: Plane
  readonly prior: FloatPlane
  /** The piece's first row in the whole picture. */
  readonly originPx: number
}

/** What colours alone say of a matte. */
export interface ColourMatte {
  readonly alpha: FloatPlane
  /** 0 where inside and outside look alike, to 1 where one pair explains the pixel. */
  readonly confidence: FloatPlane
}

/** How the bytes of a pixel lie in memory. */
export type PixelOrder = 'rgba' | 'bgra'

/** Rows of samples as PNG has them: grey, RGB, or RGBA. */
export interface SampleRows {
  readonly widthPx: number
  readonly rows: number
  /** A byte a pixel where `samples` is 1, else four, of which 3 leaves alpha out. */
  readonly pixels: Uint8ClampedArray
  /** RGBA where nothing is said; of three samples alone blue may come first. */
  readonly order?: PixelOrder
  readonly samples: 1 | 3 | 4
  /** The row before the first, laid out like `pixels`; null at the top of the picture. */
  readonly above: Uint8ClampedArray | null
}

/** Filtered rows in deflate's whole blocks, which end on a byte; none of them is a stream's last. */
export interface PackedRows {
  readonly deflated: Uint8Array<ArrayBuffer>
  /** Adler-32 of the filtered rows, continued from what came before. */
  readonly adler32: number
}

/** A picture cut into cells, each of which is painted as one. */
export interface Cells {
  readonly widthPx: number
  readonly heightPx: number
  /** The number of each pixel's cell. */
  readonly of: Uint32Array<ArrayBuffer>
  /** Numbers are below this. */
  readonly total: number
}

/** Pixels of each cell and the mean of their colours, by its number. */
export interface CellMeans {
  readonly sizes: Uint32Array<ArrayBuffer>
  readonly lightness: Float64Array<ArrayBuffer>
  readonly a: Float64Array<ArrayBuffer>
  readonly b: Float64Array<ArrayBuffer>
}

/** How the few colours of a pattern are looked for. */
export interface FewColoursAsked {
  /** No more colours than this. */
  readonly most: number
  /** How often all are moved to their means when there is one more. */
  readonly rounds: number
  /** Every so many places tell the colours. */
  readonly every: number
  /** Share of the farthest places that are noise, 0..1. */
  readonly noise: number
  /** No colour is nearer to another than this, OKLab. */
  readonly apart: number
}

/** Cells that meet, in the order in which they first do: a value of each list for every border. */
export interface CellBorders {
  readonly one: Uint32Array
  readonly other: Uint32Array
  /** Pairs of pixels across it. */
  readonly lengthPx: Uint32Array
  /** Sum of how far these lie apart, OKLab, colour counting 1.6 times; 0 where no picture was given. */
  readonly apart: Float64Array
  readonly total: number
}

/** Values between which something begins and is whole. */
export interface Step {
  readonly from: number
  readonly to: number
}

/** Of each block of a plane, the mean square of its slope, and what of it goes across more than down, and along diagonals. */
export type BlockSlopes = Readonly<Record<'square' | 'turned' | 'skewed', FloatPlane>>

/** See {@link Kernels.lostDetails}. */
export type LostLevels = Readonly<
  Record<'widePx' | 'softPx' | 'darkest' | 'dark' | 'light', number>
>

/** A picture as three planes of OKLab. */
export interface ColourPlanes {
  readonly widthPx: number
  readonly heightPx: number
  readonly lightness: Float32Array<ArrayBuffer>
  readonly a: Float32Array<ArrayBuffer>
  readonly b: Float32Array<ArrayBuffer>
}

/** Cells with their colours and the ink over them, one value a pixel. */
export interface Paint {
  readonly widthPx: number
  readonly heightPx: number
  readonly cells: Uint32Array<ArrayBuffer>
  /** Red, green and blue, 0..255, and a fourth of no use. */
  readonly quads: Float32Array<ArrayBuffer>
  /** 0..1. */
  readonly ink: Float32Array<ArrayBuffer>
}

/** What becomes a region of like colour. */
export interface RegionSettings {
  /** Larger joins more: the colour difference a region of one pixel bears, in OKLab. */
  readonly scale: number
  /** Regions smaller than this join their most similar neighbour. */
  readonly minPx: number
}

/** Rows of a small picture cut into cells, each painted flat or in a slow change of colour. */
export interface CelRows {
  readonly widthPx: number
  readonly heightPx: number
  /** The number of each pixel's cell. */
  readonly cells: Uint32Array<ArrayBuffer>
  /** RGB 0..255 and a 1 for each pixel. */
  readonly colours: Float32Array<ArrayBuffer>
  /** 0 paint to 1 ink. */
  readonly ink: Float32Array<ArrayBuffer>
  /** The first of these rows in the whole small picture, and how many it has. */
  readonly originPx: number
  readonly wholeHeightPx: number
}

/** What lines are drawn with. */
export interface InkPen {
  /** RGB 0..255. */
  readonly colour: readonly [red: number, green: number, blue: number]
  /** How much of the colour below comes through, 0..1. */
  readonly tinge: number
  readonly opacity: number
}

/** Rows of a photo in its whole. */
export interface PhotoRows {
  readonly rows: Raster
  readonly topPx: number
  readonly wholeHeightPx: number
}

/** The pixels of a plane that are more than `from`, and all next to them. */
export interface Wanted {
  readonly plane: FloatPlane
  readonly from: number
}

export type SketchStyle = 'pencil' | 'ink' | 'coloured-pencil'

/** What a hand draws from; what a medium has no use for is left out. All 0..1 but strokes and colours. */
export interface SketchPlanes<Values> {
  /** 1 paper to 0 line. */
  readonly lines: Values
  /** How dark to shade. */
  readonly shading: Values
  /** Two layers of strokes, spread evenly; 0 to 255. */
  readonly stroke?: Values
  readonly cross?: Values
  /** How much line is about a place. */
  readonly mass?: Values
  /** How much is drawn, 0 for paper; all of it where it is left out. */
  readonly drawn?: Values
  /** The contour of what is drawn, 0 to 1 line, where its background is let go. */
  readonly outline?: Values
  /** How much of a place is skin, and how dark skin is there in any light. */
  readonly skin?: Values
  readonly tone?: Values
  /** 0 to 255. */
  readonly red?: Values
  readonly green?: Values
  readonly blue?: Values
}

/** Rows of a drawing, with all that they are drawn from. */
export interface SketchRows {
  /** Of the whole drawing. */
  readonly widthPx: number
  readonly heightPx: number
  /** The first of the rows, and how many are wanted. */
  readonly topPx: number
  readonly rows: number
  readonly style: SketchStyle
  /** 0 a light hand to 1 a heavy one. */
  readonly strength: number
  readonly planes: SketchPlanes<PlanePart>
}

/** How much of each pixel of some rows is skin, and how its light changes to that of all. */
export interface SkinRows {
  /** Of the first row, and how many rows the whole picture has. */
  readonly topPx: number
  readonly wholeHeightPx: number
  readonly share: PlanePart
  /** `log lit = log luma + gain + (power - 1) * log luma`. */
  readonly gain: PlanePart
  readonly power: PlanePart
}

export interface FlowLineSettings {
  /** Sigma of the inner Gaussian across the edge, px: the width of a line. */
  readonly sigmaPx: number
  /** Sigma of the smoothing along the flow, px: how far a line is followed. */
  readonly lengthPx: number
  /** Weight of the outer Gaussian, 0.9..1: how faint an edge still draws. */
  readonly tau: number
  /** Steepness of the soft threshold: higher is inkier. */
  readonly phi: number
  /** The rows that are worked out, all unless said; what the others hold is not to be read. */
  readonly rows?: RowRange
}

export interface LineIntegralSettings {
  readonly steps: number
  readonly stridePx: number
  /** How steeply means, which lie about the middle, are spread evenly over 0..1; left out, they stay. */
  readonly slope?: number
  /** As of {@link FlowLineSettings}. */
  readonly rows?: RowRange
}

/** Rows of a picture that are filled with noise. */
export interface GrainRows extends RowRange {
  readonly widthPx: number
  /** Values of noise a pixel, at most 1. */
  readonly scale: number
  readonly seed: number
}

/** Rows of a picture. */
export interface RowRange {
  readonly topPx: number
  readonly heightPx: number
}

/** Rows of a picture whose directions are known from a small copy. */
export interface DirectedRows extends RowRange {
  /** Of the whole picture. */
  readonly widthPx: number
  readonly wholeHeightPx: number
  /** Of twice the angle of each direction, of any length: blended, opposite tangents agree. */
  readonly cos2: PlanePart
  readonly sin2: PlanePart
  /** By how much all are turned, radians. */
  readonly turn: number
}

/** Colours along an edge of an {@link AdjustPass} cube. */
export const CUBE_SIDE = 33
/** Texels along a side of its grain, which repeats. */
export const GRAIN_SIDE = 256

/** How light it is around a place with luma `y`: `follow * y + level`, from small planes. */
export interface Surroundings {
  readonly follow: FloatPlane
  readonly level: FloatPlane
}

/** Coordinates of some kind: at the first pixel, and from one pixel to the next. */
interface Along {
  readonly start: number
  readonly step: number
}
interface PixelPlaces {
  readonly x: Along
  readonly y: Along
}

/** What a pixel's column, its row and 1 are multiplied by. */
type Weights = readonly [column: number, row: number, one: number]

/** Where a pixel's middle lies in another picture, px from its first pixel's middle. */
export interface Projection {
  /** Both are divided by depth. */
  readonly across: Weights
  readonly down: Weights
  readonly depth: Weights
}

/** What light is multiplied by, at nodes spread over a picture: red, green and blue of each, in rows. */
export interface LightField {
  /** Nodes along each side, two at least. */
  readonly across: number
  readonly down: number
  readonly gains: Float32Array
}

/** Haze before a picture: of the light behind it exp(-depth) is seen, the rest is the air's. */
export interface Veil {
  /** Light of the air, 0..1. */
  readonly air: readonly [red: number, green: number, blue: number]
  /**
   * Optical depth `start + stepX * x + stepY * y + bendY * y * y` at each pixel, 0 where that is below,
   * and 1.6 at most.
   */
  readonly depth: Readonly<Record<'start' | 'stepX' | 'stepY' | 'bendY', number>>
}

/** Steps of the light around a place, 0..1, that a {@link RelightPass} knows. */
export const LIGHT_STEPS = 256

/** What is done to a photo's pixels in one pass: its colours first, then its light. */
export interface RelightPass {
  readonly tables: ColourTables
  /** Of the photo under the tables. */
  readonly surroundings: Surroundings
  /** Where pixels lie in the planes of the surroundings, in their pixels. */
  readonly around: PixelPlaces
  /** `LIGHT_STEPS + 1` values: what a pixel is multiplied by, by how light it is around it. */
  readonly gains: Float32Array<ArrayBuffer>
  /** Detail of this luma, of 1, is taken for noise where the gain is 2; 0 for none. */
  readonly noise: number
  /** The luma, of 1, that becomes white; what lies above 0.8 is bent under it. 1 bends nothing. */
  readonly most: number
  /** How much of a pixel's difference to its surroundings is added once more in the middle tones; 0 for none. */
  readonly clarity: number
  /** How much more chroma colours have that are a third full, paler and fuller ones less; 0 for none. */
  readonly vibrance: number
  /** The share of that which colours of skin's hue do without, 0..1. */
  readonly skinKept: number
}

/** All that is done to a photo's pixels in one pass, in this order. */
export interface AdjustPass {
  readonly surroundings: Surroundings
  /** Where pixels lie in the planes of the surroundings, in their pixels. */
  readonly around: PixelPlaces
  /** How much of a pixel's difference to its surroundings is added once more; 0 for none. */
  readonly clarity: number
  /** What is added to a gain of 1 where it is dark, or light, around; black and white stay. */
  readonly shadows: number
  readonly highlights: number
  /** `CUBE_SIDE ** 3` quads of what each colour becomes, 0..1; blue is the fastest, then green. */
  readonly cube: Float32Array<ArrayBuffer>
  /** Where pixels lie in the frame, -1 to 1 from edge to edge. */
  readonly frame: PixelPlaces
  /** What the corners lose, 0..1. */
  readonly vignette: number
  /** `GRAIN_SIDE ** 2` values of unit variance. */
  readonly grainTexels: Float32Array<ArrayBuffer>
  /** Where pixels lie in the grain, in texels. */
  readonly grainAt: PixelPlaces
  /** Standard deviation of the grain in the middle tones, of 1. */
  readonly grain: number
}

/**
 * The hot pixel loops, in WebAssembly SIMD; the same bytes in the browser and in Node. Every kernel
 * is pure: it reads its arguments and answers new pixels, unless it is given some to write `into`.
 * Callers hand in strips with the halo a kernel names, so memory stays bounded.
 */
export interface Kernels {
  /** Mean of the covered area; for making smaller. Alpha-weighted. */
  resizeArea(source: Raster, widthPx: number, heightPx: number): Raster
  /**
   * Rows of what {@link resizeArea} answers for a whole picture, to the byte.
   * @param part rows of the picture: at least those that the rows cover
   * @param size of the whole result
   * @param rows of the result
   */
  resizeAreaRows(
    part: PhotoRows,
    size: { readonly widthPx: number; readonly heightPx: number },
    rows: { readonly topPx: number; readonly heightPx: number },
  ): Raster
  /**
   * As {@link resizeAreaRows} of the photo's pixels, each plane by itself: opaque, within 1 of it
   * where colours do not leave sRGB.
   * @param part at least the rows that the result's rows cover
   */
  resizePlanarRows(
    part: PlanarRows,
    size: { readonly widthPx: number; readonly heightPx: number },
    rows: { readonly topPx: number; readonly heightPx: number },
  ): Raster
  /** Lanczos with three lobes, antialiased when making smaller. Alpha-weighted. */
  resizeLanczos3(source: Raster, widthPx: number, heightPx: number): Raster
  /** Bilinear, pixel centres aligned (half-pixel convention). */
  resizePlane(source: FloatPlane, widthPx: number, heightPx: number): FloatPlane
  /** Of a mask the shares, 0..1, resized as {@link resizePlane} does it. */
  resizeMask(source: Plane, widthPx: number, heightPx: number): FloatPlane
  /** BT.601 luma of sRGB values, 0..1. */
  luma(source: Raster): FloatPlane
  /**
   * Gaussian; edges repeat, values are not clamped. From a sigma of 8 px three extended boxes stand
   * in for it, within a hundredth. Halo: `gaussianHaloPx(sigmaPx)`.
   */
  gaussian(source: FloatPlane, sigmaPx: number): FloatPlane
  /** Gaussian of all four channels on premultiplied colour. */
  gaussianRaster(source: Raster, sigmaPx: number): Raster
  /** Guided filter with a grey guide (He et al. 2013). Halo: `2 * radiusPx`. */
  guidedFilter(guide: FloatPlane, source: FloatPlane, radiusPx: number, epsilon: number): FloatPlane
  /**
   * Guided filter with a colour guide. Halo: `2 * radiusPx`.
   * @param epsilon regularisation on 0..1 values, about 1e-6 to 1e-2
   */
  guidedFilterColour(
    guide: Raster,
    source: FloatPlane,
    radiusPx: number,
    epsilon: number,
  ): FloatPlane
  /** Edge-preserving smoothing by domain transform, recursive form (Gastal & Oliveira 2011). */
  domainTransform(source: Raster, sigmaSpacePx: number, sigmaRange: number): Raster
  /**
   * Adds up what the tables say of a pixel's red, green and blue; rounds, clamps, keeps alpha.
   * @param into takes the result, new pixels where it is not given; may be `source`, for then no
   * fresh memory need be touched, which on large photos takes longer than the sums
   */
  colourTables(source: Raster, tables: ColourTables, into?: Raster): Raster
  /**
   * {@link colourTables}, then the light around each place given anew: shadows come up with their
   * colours, nothing clips by it. Colours that reach beyond white lose what does not fit.
   * @param into as of {@link colourTables}
   */
  relight(source: Raster, pass: RelightPass, into?: Raster): Raster
  /**
   * The picture without a veil; what is lighter than its air stays, and alpha.
   * @param into as of {@link colourTables}
   */
  unveil(source: Raster, veil: Veil, into?: Raster): Raster
  /** Colour dodge `base / (1 - blend)`, at most 1: the classic pencil look. */
  dodge(base: FloatPlane, blend: FloatPlane): FloatPlane
  /** Tangents along edges, smoothed `iterations` times over `radiusPx`. */
  edgeTangentFlow(luma: FloatPlane, radiusPx: number, iterations: number): TangentFlow
  /** The unit tangents of rows: those of the small copy, bilinear. */
  tangentRows(rows: DirectedRows): TangentFlow
  /**
   * Lines by flow-based difference of Gaussians: 1 is paper, 0 is ink. A line is sampled every 1.5
   * `sigmaPx`, between 1 and 3 px. Halo: `flowLinesHaloPx(settings)`.
   */
  flowLines(luma: FloatPlane, flow: TangentFlow, settings: FlowLineSettings): FloatPlane
  /**
   * Line integral convolution (Cabral & Leedom 1993): the mean of what is met both ways along the
   * flow. Halo: `steps * stridePx`, a pixel more.
   * @param wanted where it is worked out; elsewhere 0 stands, but for pixels near to it
   */
  lineIntegral(
    source: FloatPlane,
    flow: TangentFlow,
    settings: LineIntegralSettings,
    wanted?: Wanted,
  ): FloatPlane
  /** {@link Kernels.lineIntegral} of smooth noise 0..1, which is the same at the same place of a picture. */
  grainStrokes(
    grain: GrainRows,
    hand: DirectedRows,
    settings: LineIntegralSettings,
    wanted?: Wanted,
  ): FloatPlane
  /**
   * For each undecided pixel of some rows the pair of inside and outside colours, met along rays,
   * that best explains it as a mixture (after Gastal & Oliveira 2010, shared sampling).
   * Halo: `reachPx`.
   * @param farCost what a pixel of distance to the samples costs, against a miss of 1
   */
  colourMatte(
    input: ColourMatteInput,
    rows: { readonly topPx: number; readonly heightPx: number },
    settings: { readonly reachPx: number; readonly farCost: number },
  ): ColourMatte
  /**
   * Makes each blurred edge a step: what lies between its two sides goes over to the nearer one
   * (toggle mapping, Kramer & Bruckner 1975), so that no band of a third colour is painted there.
   */
  sharpenEdges(picture: ColourPlanes): ColourPlanes
  /**
   * Softens a picture by a reach of each place's own (a domain transform); what has none stays, and
   * nothing runs over it.
   * @param reaches for each pixel, in quarters of a pixel
   */
  softenPaint(picture: ColourPlanes, reaches: Uint8Array): ColourPlanes
  /**
   * Cuts a picture into regions of like colour: efficient graph-based segmentation (Felzenszwalb &
   * Huttenlocher 2004). Neighbours join in the order of their difference, unless it is large against
   * what lies within either region.
   * @param isFine for each pixel; the fine settings hold above a half
   */
  cutRegions(
    picture: ColourPlanes,
    coarse: RegionSettings,
    fine: RegionSettings,
    isFine: Float32Array<ArrayBuffer>,
  ): Cells
  /** Cells whose pixels all hang together by their sides: what lies apart gets a number of its own. */
  connectCells(cells: Cells): Cells
  /**
   * Which cells meet, side by side or one above the other.
   * @param picture whose colours across a border are compared
   * @param within a number for each pixel: cells meet only within one of them that is not 0
   */
  meetCells(cells: Cells, picture?: ColourPlanes, within?: Uint32Array<ArrayBuffer>): CellBorders
  /** How large each cell is, and its mean colour, by its number. */
  cellMeans(picture: ColourPlanes, cells: Cells): CellMeans
  /**
   * Gives each cell that is too small to the neighbour it has the longest border with, the smallest first.
   * @param cells that hang together
   * @param leastPx how many pixels each cell needs, by its number
   * @param within a number for each pixel: neighbours meet only within one of them that is not 0
   */
  dropSpecks(
    cells: Cells,
    leastPx: Float64Array<ArrayBuffer>,
    within?: Uint32Array<ArrayBuffer>,
  ): Cells
  /**
   * The few colours of some pixels, and which of them each is nearest to: each begins as the one that is farthest
   * from all before, then all are moved to their means (k-means).
   * @param places numbers of the pixels, one at least
   */
  fewColours(
    picture: ColourPlanes,
    places: Uint32Array<ArrayBuffer>,
    asked: FewColoursAsked,
  ): {
    /** Lightness, a and b of each. */
    readonly colours: Float64Array<ArrayBuffer>
    /** Of each place the number of its colour. */
    readonly numbers: Uint8Array<ArrayBuffer>
  }
  /** The colours of a picture, of whose alpha nothing is asked. */
  okLab(picture: Raster): ColourPlanes
  /** Red, green and blue of each pixel, 0..255, and a 1 after each three. */
  quadsOfOkLab(colours: ColourPlanes): Float32Array<ArrayBuffer>
  /** A plane that is softened, as a smooth step from one value to another. */
  softSteps(plane: FloatPlane, sigmaPx: number, step: Step): FloatPlane
  /** Colours drawn towards others by a share of each pixel. */
  mixColours(own: ColourPlanes, other: ColourPlanes, share: Float32Array<ArrayBuffer>): ColourPlanes
  /**
   * The slopes of a plane, block by block of `blockPx`.
   * @param aside what is left out where it is more than `most`
   */
  blockSlopes(
    plane: FloatPlane,
    blockPx: number,
    aside: { readonly plane: FloatPlane; readonly most: number } | null,
  ): BlockSlopes
  /**
   * How much deeper a surface lies for each pixel to the right and down: about each place its points are met by a
   * plane (moving least squares).
   * @param points x, y and depth of each
   * @param reachPx how far about a place the points tell of it
   * @param places x and y of each
   * @returns x and y of each slope
   */
  pointSlopes(
    points: Float64Array<ArrayBuffer>,
    reachPx: number,
    places: Float64Array<ArrayBuffer>,
  ): Float64Array<ArrayBuffer>
  /** The sum of a plane over each cell, by its number. */
  sumOverCells(values: Float32Array<ArrayBuffer>, cells: Cells): Float64Array<ArrayBuffer>
  /**
   * A plane in the mean of each cell; where it is wide, drawn towards an even fall-off.
   * @param wide of each cell its number among the wide ones, or less than 0
   * @param weights of each wide one those of 1, x, y, x squared, x times y and y squared, where the longer side goes
   * from -1 to 1
   * @param shade how much of the fall-off is kept, 0..1
   */
  fillCells(
    values: Float32Array<ArrayBuffer>,
    cells: Cells,
    wide: Int32Array<ArrayBuffer>,
    weights: Float64Array<ArrayBuffer>,
    shade: number,
  ): Float32Array<ArrayBuffer>
  /**
   * Cuts cells into a shadow, a tone and a light: by how far what was seen, softened, lies from what is painted.
   * @returns cells, thrice as many, which need not hang together
   */
  cutTones(
    seen: Float32Array<ArrayBuffer>,
    painted: Float32Array<ArrayBuffer>,
    cells: Cells,
    sigmaPx: number,
    step: number,
  ): Cells
  /**
   * Lines where the colours of paint change, and where there are folds, 0 paper to 1.
   * @param papers lines, 1 paper to 0 line
   * @param folds how much of them is drawn though the paint does not change, 0..1
   * @param bare how much of them is not drawn, 0..1
   */
  inkLines(
    paint: ColourPlanes,
    lines: Readonly<Record<'papers' | 'folds' | 'bare', Float32Array<ArrayBuffer>>>,
    border: Step & { readonly reachPx: number; readonly spreadPx: number },
  ): Float32Array<ArrayBuffer>
  /**
   * What paint has lost against what was seen: 1 where it is darkest, 2 dark, 3 light, 0 nothing.
   * @param seen lightness, as `painted`
   * @param share how much each pixel counts, 0..1; up to a half nothing is asked
   * @param levels by how much it is darker or lighter; what is wider than `widePx` is shade, than `softPx` no grain
   */
  lostDetails(
    seen: Float32Array<ArrayBuffer>,
    painted: Float32Array<ArrayBuffer>,
    share: FloatPlane,
    levels: LostLevels,
  ): Uint8Array<ArrayBuffer>
  /**
   * Paint as it lies at places between its pixels: where cells meet, the cell that has most of the
   * place, in the mean of its own colours about it.
   * @param places x and y of each, px; of what is no number nothing is asked
   */
  warpPaint(paint: Paint, places: Float64Array<ArrayBuffer>): Pick<Paint, 'cells' | 'quads' | 'ink'>
  /**
   * Draws ragged borders smooth: a pixel goes over to the cell that most pixels around it belong to.
   * Clear edges stay where they are, so that a thin eyelid survives.
   */
  roundCells(picture: ColourPlanes, cells: Cells): Cells
  /**
   * Draws borders as a brush would: a pixel goes over to the cell that has most pixels in the disc
   * about it, however unlike they are, unless its own is thin there.
   * @returns the cells, of each pixel the one whose colour it takes, and the colours that they then have
   */
  smoothBorders(
    picture: ColourPlanes,
    cells: Cells,
    reachPx: number,
  ): {
    readonly cells: Cells
    readonly sources: Uint32Array<ArrayBuffer>
    readonly colours: ColourPlanes
  }
  /**
   * Draws small cells at a photo's size with smooth edges a pixel wide, under lines of ink. The
   * result keeps the alpha of the photo's rows.
   * @param small the rows that the photo's lie in, one more above and two more below
   */
  drawCels(small: CelRows, photo: PhotoRows, pen: InkPen): Raster
  /**
   * Rows of a drawing by hand, opaque, as sharp as they are large: each plane is read as if it were
   * as large as the drawing, bilinear. Any rows are as in the whole.
   */
  drawSketch(rows: SketchRows): Raster
  /**
   * Rows of luma whose skin lies in the light of all.
   * @param white what is lighter than this runs out into white
   * @param darkest what is darker counts as this
   * @param into may be the luma's own memory
   */
  litSkin(
    luma: FloatPlane,
    skin: SkinRows,
    white: number,
    darkest: number,
    into?: FloatPlane,
  ): FloatPlane
  /**
   * Rows of colours, each multiplied by what its luma is lifted by and never beyond white; skin is brought
   * to the light of all instead.
   * @param lifts by luma in bytes
   * @param part of how far skin is brought there, 0..1
   * @param darkest as of {@link litSkin}
   * @returns red, green and blue, in bytes
   */
  liftColours(
    picture: Raster,
    lifts: Float32Array,
    skin: SkinRows | null,
    part: number,
    darkest: number,
    into?: readonly [Plane, Plane, Plane],
  ): readonly [Plane, Plane, Plane]
  /** Moves the matte's edge inwards (positive) or outwards (negative) by `distancePx`, subpixel. */
  choke(matte: Plane, distancePx: number): Plane
  /** Softens the matte's edge over `radiusPx`. */
  feather(matte: Plane, radiusPx: number): Plane
  /**
   * Looks, for each patch of 7 x 7 pixels that touches the hole, for one that does not and is like it
   * (PatchMatch, Barnes et al. 2009). The same seed finds the same.
   */
  matchPatches(at: PatchesAt, search: PatchSearch): Int32Array<ArrayBuffer>
  /** The picture, its hole as the patches over each pixel have it in the mean (Wexler et al. 2007). */
  votePatches(at: PatchesAt): Raster
  /**
   * The picture, its hole of whole pixels copied from where their patches were found; seams are
   * hidden by a correction that reaches about `rounds` pixels.
   */
  joinPatches(at: PatchesAt, rounds: number): Raster
  /** A photo's adjustments. @param into takes the result, new pixels where it is not given */
  adjust(source: Raster, pass: AdjustPass, into?: Raster): Raster
  /**
   * Filters rows as PNG does (ISO/IEC 15948, clause 9), each by whichever filter leaves the smallest
   * sum, and deflates them: runs of bytes and of pixels, and Huffman codes of their own for
   * every 64 kB. What is packed in parts joins as it is.
   * @param adler32 of the filtered rows before, 1 at the top
   */
  packRows(rows: SampleRows, adler32: number): PackedRows
  /**
   * A picture seen through a projection, by Catmull and Rom's cubic, weighted by alpha: exactly its
   * own pixels where they lie on each other. Beyond the edges they repeat.
   */
  straighten(
    source: Raster,
    projection: Projection,
    size: { readonly widthPx: number; readonly heightPx: number },
  ): Raster
  /**
   * Multiplies light, straight between the field's nodes; what is lighter than white is clipped.
   * @param places of the pixels, in nodes
   * @param into takes the result, new pixels where it is not given
   */
  evenLight(source: Raster, field: LightField, places: PixelPlaces, into?: Raster): Raster
  /** CRC-32 (ISO 3309), continued from `start`, 0 at the beginning. */
  crc32(bytes: Uint8Array, start: number): number
  /** Takes blocks of 64 bytes into the eight words of a SHA-256 (FIPS 180-4), which change. */
  sha256Blocks(state: Uint32Array<ArrayBuffer>, blocks: Uint8Array): void
}

/** A picture with a hole, and where its patches were found. */
export interface PatchesAt {
  readonly picture: Raster
  /** Not 0 where the picture is to be filled. */
  readonly hole: Plane
  /** For each pixel the index of the one whose patch is like its own; -1 where none is known. */
  readonly found: Int32Array
}

export interface PatchSearch {
  /** Times that the picture is gone through, forth and back. */
  readonly sweeps: number
  /** How far about its place a patch is looked for, px. */
  readonly reachPx: number
  readonly seed: number
}

/** Pixels around a strip that a Gaussian needs to give the same result as on the whole. */
export const gaussianHaloPx = (sigmaPx: number): number => Math.ceil(sigmaPx * 3) + 1

/** The same for lines along the flow: followed this far, and looked at across from there. */
export const flowLinesHaloPx = ({ sigmaPx, lengthPx }: FlowLineSettings): number =>
  Math.ceil(lengthPx * 2) + Math.ceil(sigmaPx * 4) + 2
