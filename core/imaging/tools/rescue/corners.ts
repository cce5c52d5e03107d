/** A place in fractions of the picture's width and height. */
export interface Corner {
  readonly x: number
  readonly y: number
}

/** A sheet's corners as they are seen, clockwise from the top left. */
export type Corners = readonly [
  topLeft: Corner,
  topRight: Corner,
  bottomRight: Corner,
  bottomLeft: Corner,
]

export interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** The picture's own corners. */
export const wholePicture: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

/** Steps in which corners are stored. */
const STEPS = 10_000
/** The smallest part of a picture that four corners may hold. */
const AREA_MIN = 0.005

/** Corners as a setting: eight whole numbers in ten thousandths, x and y of each. */
export const cornersText = (corners: Corners): string =>
  corners.flatMap(({ x, y }) => [inSteps(x), inSteps(y)]).join(' ')

const inSteps = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * STEPS)

/** What {@link cornersText} wrote; null for anything else, and for corners that hold no sheet. */
export function cornersOf(text: string): Corners | null {
  if (!/^\d{1,5}( \d{1,5}){7}$/.test(text)) return null
  const shares = text.split(' ').map((value) => Number(value) / STEPS)
  const at = (corner: number): Corner => ({
    x: shares[corner * 2] ?? 0,
    y: shares[corner * 2 + 1] ?? 0,
  })
  const corners: Corners = [at(0), at(1), at(2), at(3)]
  return shares.every((share) => share <= 1) && isSheet(corners) ? corners : null
}

/** Whether corners bound a convex sheet, clockwise, of which something can be seen. */
export const isSheet = (corners: Corners): boolean =>
  areaOf(corners) >= AREA_MIN && corners.every((_, at) => turnAt(corners, at) > 0)

/** Area in whole pictures; negative where the corners go round the other way. */
export function areaOf(corners: readonly Corner[]): number {
  let twice = 0
  corners.forEach((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner
    twice += corner.x * next.y - next.x * corner.y
  })
  return twice / 2
}

/**
 * Which corner lies nearest to a place, as both are shown.
 * @param widthPx, heightPx of the picture as it is shown
 */
export function nearestCorner(corners: Corners, to: Corner, { widthPx, heightPx }: Size): number {
  const apart = corners.map(({ x, y }) => Math.hypot((x - to.x) * widthPx, (y - to.y) * heightPx))
  return apart.indexOf(Math.min(...apart))
}

/** Twice the area of a corner's triangle with its neighbours. */
function turnAt(corners: Corners, at: number): number {
  const [before, here, after] = [corners[(at + 3) % 4], corners[at], corners[(at + 1) % 4]]
  if (before === undefined || here === undefined || after === undefined) return 0
  return (here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x)
}
