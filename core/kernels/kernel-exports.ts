/** A place in the module's own memory. */
export type Address = number

/** What the WebAssembly module exports: addresses in its own memory, sizes, settings. */
export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  reserve(bytes: number): Address
  reset(): void
  resizeArea(source: Address, sw: number, sh: number, target: Address, w: number, h: number): void
  resizeAreaRows(
    source: Address,
    sourceTop: number,
    sourceRows: number,
    sw: number,
    sh: number,
    target: Address,
    top: number,
    rows: number,
    w: number,
    h: number,
  ): void
  resizeLanczos3(
    source: Address,
    sw: number,
    sh: number,
    target: Address,
    w: number,
    h: number,
  ): void
  resizeMask(source: Address, sw: number, sh: number, target: Address, w: number, h: number): void
  resizePlane(source: Address, sw: number, sh: number, target: Address, w: number, h: number): void
  luma(source: Address, target: Address, count: number): void
  gaussian(
    source: Address,
    target: Address,
    w: number,
    h: number,
    floatsPerPixel: number,
    sigma: number,
  ): void
  gaussianRaster(source: Address, target: Address, w: number, h: number, sigma: number): void
  guidedFilter(
    guide: Address,
    source: Address,
    target: Address,
    w: number,
    h: number,
    radius: number,
    epsilon: number,
  ): void
  guidedFilterColour(
    guide: Address,
    source: Address,
    target: Address,
    w: number,
    h: number,
    radius: number,
    epsilon: number,
  ): void
  domainTransform(
    source: Address,
    target: Address,
    w: number,
    h: number,
    sigmaSpace: number,
    sigmaRange: number,
  ): void
  colourTables(pixels: Address, count: number, tables: Address): void
  dodge(base: Address, blend: Address, target: Address, count: number): void
  edgeTangentFlow(
    luma: Address,
    tx: Address,
    ty: Address,
    w: number,
    h: number,
    radius: number,
    iterations: number,
  ): void
  flowLines(
    luma: Address,
    tx: Address,
    ty: Address,
    target: Address,
    w: number,
    h: number,
    sigma: number,
    length: number,
    tau: number,
    phi: number,
    top: number,
    rows: number,
  ): void
  tangentRows(
    tx: Address,
    ty: Address,
    w: number,
    rows: number,
    top: number,
    h: number,
    cosine: number,
    sine: number,
    slots: Address,
  ): void
  grain(target: Address, w: number, rows: number, top: number, scale: number, seed: number): void
  lineIntegral(
    source: Address,
    tx: Address,
    ty: Address,
    target: Address,
    w: number,
    h: number,
    steps: number,
    stride: number,
    wanted: Address,
    least: number,
    slope: number,
    top: number,
    rows: number,
  ): void
  colourMatte(
    picture: Address,
    trimap: Address,
    prior: Address,
    alpha: Address,
    confidence: Address,
    w: number,
    h: number,
    top: number,
    rows: number,
    origin: number,
    reach: number,
    farCost: number,
  ): void
  cutRegions(
    lightness: Address,
    a: Address,
    b: Address,
    isFine: Address,
    regions: Address,
    w: number,
    h: number,
    coarseScale: number,
    coarseLeast: number,
    fineScale: number,
    fineLeast: number,
  ): number
  connectCells(cells: Address, into: Address, w: number, h: number): number
  /** @returns where five numbers lie: four addresses, and how many borders there are */
  meetCells(
    cells: Address,
    within: Address,
    lightness: Address,
    a: Address,
    b: Address,
    w: number,
    h: number,
  ): Address
  okLab(
    pixels: Address,
    linear: Address,
    count: number,
    lightness: Address,
    a: Address,
    b: Address,
  ): void
  quadsOfOkLab(
    lightness: Address,
    a: Address,
    b: Address,
    gamma: Address,
    count: number,
    into: Address,
  ): void
  softSteps(
    plane: Address,
    into: Address,
    w: number,
    h: number,
    sigma: number,
    from: number,
    to: number,
  ): void
  mixPlanes(own: Address, other: Address, share: Address, count: number): void
  blockSlopes(
    plane: Address,
    aside: Address,
    most: number,
    w: number,
    h: number,
    blockPx: number,
    square: Address,
    turned: Address,
    skewed: Address,
  ): void
  pointSlopes(points: Address, count: number, least: number, places: Address, total: number): void
  cellMeans(
    lightness: Address,
    a: Address,
    b: Address,
    of: Address,
    count: number,
    total: number,
    sizes: Address,
    light: Address,
    reds: Address,
    yellows: Address,
  ): void
  dropSpecks(
    of: Address,
    total: number,
    least: Address,
    within: Address,
    w: number,
    h: number,
  ): void
  fewColours(
    lightness: Address,
    a: Address,
    b: Address,
    places: Address,
    total: number,
    every: number,
    most: number,
    rounds: number,
    noise: number,
    least: number,
    into: Address,
    numbers: Address,
  ): number
  sumOverCells(values: Address, of: Address, count: number, sums: Address): void
  fillCells(
    values: Address,
    of: Address,
    w: number,
    h: number,
    total: number,
    wide: Address,
    weights: Address,
    shade: number,
    into: Address,
  ): void
  cutTones(
    seen: Address,
    painted: Address,
    of: Address,
    w: number,
    h: number,
    sigma: number,
    step: number,
    into: Address,
  ): void
  inkLines(
    lightness: Address,
    a: Address,
    b: Address,
    w: number,
    h: number,
    papers: Address,
    folds: Address,
    bare: Address,
    reach: number,
    spread: number,
    from: number,
    to: number,
    into: Address,
  ): void
  lostDetails(
    seen: Address,
    painted: Address,
    share: Address,
    w: number,
    h: number,
    wide: number,
    soft: number,
    darkest: number,
    dark: number,
    light: number,
    into: Address,
  ): void
  takePixels(values: Address, sources: Address, into: Address, count: number): void
  warpPaint(
    cells: Address,
    quads: Address,
    ink: Address,
    w: number,
    h: number,
    places: Address,
    count: number,
    intoCells: Address,
    intoQuads: Address,
    intoInk: Address,
  ): void
  roundCells(
    cells: Address,
    total: number,
    lightness: Address,
    a: Address,
    b: Address,
    w: number,
    h: number,
  ): void
  sharpenEdges(
    lightness: Address,
    a: Address,
    b: Address,
    w: number,
    h: number,
    intoLightness: Address,
    intoA: Address,
    intoB: Address,
  ): void
  softenPaint(
    lightness: Address,
    a: Address,
    b: Address,
    w: number,
    h: number,
    reaches: Address,
  ): void
  smoothBorders(
    cells: Address,
    w: number,
    h: number,
    reachPx: number,
    sources: Address,
    lightness: Address,
    a: Address,
    b: Address,
  ): void
  drawCels(
    cells: Address,
    quads: Address,
    ink: Address,
    smallW: number,
    rows: number,
    origin: number,
    smallH: number,
    pixels: Address,
    w: number,
    h: number,
    top: number,
    wholeH: number,
    pen: Address,
  ): void
  drawSketch(
    pixels: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    style: number,
    strength: number,
    slots: Address,
  ): void
  litSkin(
    source: Address,
    target: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    white: number,
    darkest: number,
    slots: Address,
  ): void
  liftColours(
    pixels: Address,
    red: Address,
    green: Address,
    blue: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    lifts: Address,
    part: number,
    darkest: number,
    slots: Address,
  ): void
  choke(source: Address, target: Address, w: number, h: number, distance: number): void
  feather(source: Address, target: Address, w: number, h: number, radius: number): void
  adjust(
    pixels: Address,
    w: number,
    h: number,
    cube: Address,
    follow: Address,
    level: Address,
    aroundW: number,
    aroundH: number,
    texels: Address,
    plan: Address,
  ): void
  resizePlaneRows(
    source: Address,
    sourceTop: number,
    sourceWidth: number,
    sourceHeight: number,
    left: number,
    across: number,
    above: number,
    down: number,
    target: Address,
    top: number,
    rows: number,
    width: number,
  ): void
  joinPlanes(y: Address, cb: Address, cr: Address, target: Address, count: number): void
  relight(
    pixels: Address,
    w: number,
    h: number,
    tables: Address,
    follow: Address,
    level: Address,
    aroundW: number,
    aroundH: number,
    gains: Address,
    plan: Address,
  ): void
  unveil(pixels: Address, w: number, h: number, plan: Address): void
  straighten(
    pixels: Address,
    w: number,
    h: number,
    opaque: number,
    projection: Address,
    target: Address,
    toW: number,
    toH: number,
  ): void
  evenLight(
    pixels: Address,
    w: number,
    h: number,
    gains: Address,
    across: number,
    down: number,
    places: Address,
  ): void
  filterRows(
    pixels: Address,
    above: Address,
    w: number,
    rows: number,
    samples: number,
    isBlueFirst: boolean,
    target: Address,
  ): void
  deflatedMost(bytes: number): number
  deflateRows(source: Address, bytes: number, samples: number, target: Address): number
  adler32(bytes: Address, count: number, start: number): number
  crc32(bytes: Address, count: number, start: number): number
  sha256Blocks(state: Address, data: Address, blocks: number): void
  matchPatches(
    picture: Address,
    hole: Address,
    found: Address,
    w: number,
    h: number,
    sweeps: number,
    reach: number,
    seed: number,
  ): void
  votePatches(
    picture: Address,
    hole: Address,
    found: Address,
    target: Address,
    w: number,
    h: number,
  ): void
  joinPatches(
    picture: Address,
    hole: Address,
    found: Address,
    target: Address,
    w: number,
    h: number,
    rounds: number,
  ): void
}

const functionNames = [
  'reserve',
  'reset',
  'resizeArea',
  'resizeAreaRows',
  'resizeLanczos3',
  'resizeMask',
  'resizePlane',
  'luma',
  'gaussian',
  'gaussianRaster',
  'guidedFilter',
  'guidedFilterColour',
  'domainTransform',
  'colourTables',
  'dodge',
  'edgeTangentFlow',
  'flowLines',
  'tangentRows',
  'grain',
  'lineIntegral',
  'colourMatte',
  'cutRegions',
  'connectCells',
  'meetCells',
  'roundCells',
  'smoothBorders',
  'sharpenEdges',
  'okLab',
  'quadsOfOkLab',
  'softSteps',
  'mixPlanes',
  'blockSlopes',
  'pointSlopes',
  'cellMeans',
  'dropSpecks',
  'fewColours',
  'sumOverCells',
  'fillCells',
  'cutTones',
  'inkLines',
  'lostDetails',
  'takePixels',
  'warpPaint',
  'softenPaint',
  'drawCels',
  'drawSketch',
  'litSkin',
  'liftColours',
  'choke',
  'feather',
  'adjust',
  'resizePlaneRows',
  'joinPlanes',
  'relight',
  'unveil',
  'filterRows',
  'deflatedMost',
  'deflateRows',
  'adler32',
  'crc32',
  'sha256Blocks',
  'matchPatches',
  'votePatches',
  'joinPatches',
  'straighten',
  'evenLight',
] as const satisfies readonly (keyof KernelExports)[]

/** Whether something is the module's exports: the border between what was built and what we call. */
export function isKernelExports(value: unknown): value is KernelExports {
  if (typeof value !== 'object' || value === null || !('memory' in value)) return false
  return functionNames.every((name) => typeof Reflect.get(value, name) === 'function')
}
