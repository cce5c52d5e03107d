import {
  type BrushPoint,
  type BrushStroke,
  distanceToLine,
  sidesOf,
} from '../../../brush-strokes.ts'

/** One thing that is done to the sheet: a place is filled, or is given back as it was. */
export interface BrushStep {
  readonly kind: 'fill' | 'give-back'
  readonly strokes: readonly BrushStroke[]
}

/** A stroke that lies so far within what is filled already touches it up; else it makes it larger. */
const TOUCH_UP = 0.6

/**
 * What strokes are to do, in order. Strokes that touch are one thing and are filled together; one
 * within a filled place fills that part anew.
 * @param aspect width by height of the picture
 */
export function stepsOf(strokes: readonly BrushStroke[], aspect: number): readonly BrushStep[] {
  let steps: BrushStep[] = []
  for (const stroke of strokes) {
    if (stroke.mode === 'remove') {
      steps.push({ kind: 'give-back', strokes: [stroke] })
      continue
    }
    // What lies before something that was given back stays as it is.
    const from = steps.findLastIndex(({ kind }) => kind === 'give-back') + 1
    const samples = samplesOf(stroke, aspect)
    const touched = steps.filter(
      (step, at) => at >= from && step.strokes.some((one) => touches(samples, stroke, one, aspect)),
    )
    const spread = samples.flatMap((sample) => acrossBrush(sample, stroke, aspect))
    const near = touched.flatMap((step) =>
      step.strokes.filter((one) => touches(samples, stroke, one, aspect)),
    )
    const covered = spread.filter((sample) =>
      near.some((one) => isOn(sample, one, one.radius, aspect)),
    )
    const [first] = touched
    if (first === undefined || covered.length > spread.length * TOUCH_UP) {
      steps.push({ kind: 'fill', strokes: [stroke] })
      continue
    }
    const joined: BrushStep = {
      kind: 'fill',
      strokes: [...touched.flatMap((step) => step.strokes), stroke],
    }
    steps = steps.flatMap((step) =>
      step === first ? [joined] : touched.includes(step) ? [] : [step],
    )
  }
  return steps
}

/** Places along a stroke, half a radius apart. */
function samplesOf({ points, radius }: BrushStroke, aspect: number): readonly BrushPoint[] {
  return points.flatMap((to, at) => {
    const from = points[at - 1]
    if (from === undefined) return [to]
    const length = distanceToLine(to, from, from, aspect)
    const count = Math.max(1, Math.ceil(length / (radius / 2)))
    return Array.from({ length: count }, (_, step) => {
      const t = (step + 1) / count
      return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }
    })
  })
}

/** Places all over the brush at one of its path. */
function acrossBrush(
  { x, y }: BrushPoint,
  { radius }: BrushStroke,
  aspect: number,
): readonly BrushPoint[] {
  const [across, down] = sidesOf(aspect)
  const [dx, dy] = [(0.7 * radius) / across, (0.7 * radius) / down]
  return [
    { x, y },
    { x: x - dx, y },
    { x: x + dx, y },
    { x, y: y - dy },
    { x, y: y + dy },
  ]
}

const touches = (
  samples: readonly BrushPoint[],
  stroke: BrushStroke,
  other: BrushStroke,
  aspect: number,
): boolean =>
  mayTouch(stroke, other, aspect) &&
  samples.some((sample) => isOn(sample, other, other.radius + stroke.radius, aspect))

/** Whether the boxes about two strokes meet: where they do not, no place need be looked at. */
function mayTouch(one: BrushStroke, other: BrushStroke, aspect: number): boolean {
  const [across, down] = sidesOf(aspect)
  const reach = one.radius + other.radius
  const isApart = (of: (point: BrushPoint) => number, room: number) => {
    const [ours, theirs] = [one.points.map(of), other.points.map(of)]
    const gap = Math.max(
      Math.min(...theirs) - Math.max(...ours),
      Math.min(...ours) - Math.max(...theirs),
    )
    return gap > room
  }
  return !isApart(({ x }) => x, reach / across) && !isApart(({ y }) => y, reach / down)
}

/** Whether a place is within `reach` of a stroke's path. */
const isOn = (place: BrushPoint, { points }: BrushStroke, reach: number, aspect: number): boolean =>
  points.some((to, at) => distanceToLine(place, points[at - 1] ?? to, to, aspect) <= reach)
