import type { BoundsMm } from './geometry.ts'
import type { Guide } from './guide.ts'

/** A shift that makes gaps equal, and a guide in each of those gaps. */
export interface EqualGaps {
  readonly shiftMm: number
  readonly guides: readonly Guide[]
}

interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The smallest shift along one axis after which a box stands midway between its neighbours, or
 * goes on their row with the same gap; null where none is within `thresholdMm`.
 * @param boxes layers at rest; only those beside the box (overlapping on the other axis) count
 */
export function equalGaps(
  box: BoundsMm,
  boxes: readonly BoundsMm[],
  along: 'x' | 'y',
  thresholdMm: number,
): EqualGaps | null {
  const own = spanOf(box, along)
  const across = along === 'x' ? 'y' : 'x'
  const beside = boxes.filter((other) => overlaps(spanOf(box, across), spanOf(other, across)))
  const spans = beside.map((other) => spanOf(other, along))
  const before = nearestBy(
    spans.filter((span) => span.end <= own.start + thresholdMm),
    (span) => -span.end,
  )
  const after = nearestBy(
    spans.filter((span) => span.start >= own.end - thresholdMm),
    (span) => span.start,
  )
  const size = own.end - own.start
  const candidates: number[] = []
  if (before && after) candidates.push((before.end + after.start - size) / 2)
  const further =
    before &&
    nearestBy(
      spans.filter((span) => span.end < before.start),
      (span) => -span.end,
    )
  if (before && further) candidates.push(before.end + (before.start - further.end))
  const beyond =
    after &&
    nearestBy(
      spans.filter((span) => span.start > after.end),
      (span) => span.start,
    )
  if (after && beyond) candidates.push(after.start - (beyond.start - after.end) - size)
  const shift = nearestBy(
    candidates.map((start) => start - own.start),
    (value) => Math.abs(value),
  )
  if (shift === undefined || Math.abs(shift) > thresholdMm) return null
  const moved = { start: own.start + shift, end: own.end + shift }
  const gaps = gapsRound(moved, [further, before, after, beyond])
  if (gaps.some((gap) => gap.end - gap.start < 0.1)) return null
  return { shiftMm: shift, guides: gaps.map((gap) => guideIn(gap, box, along)) }
}

/** The gaps between neighbours in a row that are as wide as the one beside the moved box. */
function gapsRound(moved: Span, others: readonly (Span | null | undefined)[]): readonly Span[] {
  const row = [...others.flatMap((span) => (span ? [span] : [])), moved].toSorted(
    (a, b) => a.start - b.start,
  )
  const gaps = row.flatMap((span, index) => {
    const next = row[index + 1]
    return next ? [{ start: span.end, end: next.start, own: span === moved || next === moved }] : []
  })
  const size = (gap: Span) => gap.end - gap.start
  const own = gaps.filter((gap) => gap.own)
  const equalTo = own.find((gap) =>
    gaps.some((other) => other !== gap && Math.abs(size(other) - size(gap)) < 0.01),
  )
  return equalTo ? gaps.filter((gap) => Math.abs(size(gap) - size(equalTo)) < 0.01) : []
}

/** A line across a gap, at the height of the moving box's middle. */
const guideIn = (gap: Span, box: BoundsMm, along: 'x' | 'y'): Guide => ({
  axis: along === 'x' ? 'horizontal' : 'vertical',
  kind: 'spacing',
  atMm: along === 'x' ? box.yMm + box.heightMm / 2 : box.xMm + box.widthMm / 2,
  fromMm: gap.start,
  toMm: gap.end,
})

const spanOf = (box: BoundsMm, along: 'x' | 'y'): Span =>
  along === 'x'
    ? { start: box.xMm, end: box.xMm + box.widthMm }
    : { start: box.yMm, end: box.yMm + box.heightMm }

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

const nearestBy = <T>(items: readonly T[], distance: (item: T) => number): T | undefined =>
  items.toSorted((a, b) => distance(a) - distance(b))[0]
