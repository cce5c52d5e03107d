import type { JobContext } from '../../../jobs.ts'
import type { ModelCard } from '../../models.ts'
import type { InferenceSession, Tensor } from '../../tool.ts'

/** A picture seen from another side: mirrored left to right where it says so, then turned. */
export interface View {
  readonly mirrored: boolean
  readonly clockwiseQuarters: 0 | 1 | 2 | 3
}

const turns = [0, 2, 1, 3] as const

/** All eight views, in the order in which a card's `views` takes them. */
export const allViews: readonly View[] = [false, true].flatMap((mirrored) =>
  turns.map((clockwiseQuarters) => ({ mirrored, clockwiseQuarters })),
)

const opposite = { 0: 0, 1: 3, 2: 2, 3: 1 } as const

/** The view of a view that is the picture again; a mirrored one undoes itself. */
export const viewBack = (view: View): View =>
  view.mirrored ? view : { mirrored: false, clockwiseQuarters: opposite[view.clockwiseQuarters] }

/** A tensor as the view shows it; the tensor itself where that is how it is. */
export function viewOf(tensor: Tensor, view: View): Tensor {
  if (!view.mirrored && view.clockwiseQuarters === 0) return tensor
  const [batch, channels, height, width] = tensor.shape
  const isUpright = view.clockwiseQuarters % 2 === 0
  const [rows, columns] = isUpright ? [height, width] : [width, height]
  const { first, right, down } = pathThrough(height, width, view)
  const values = new Float32Array(tensor.values.length)
  let to = 0
  for (let plane = 0; plane < batch * channels; plane++) {
    for (let y = 0; y < rows; y++) {
      let from = plane * height * width + first + y * down
      for (let x = 0; x < columns; x++) {
        values[to++] = tensor.values[from] as number
        from += right
      }
    }
  }
  return { shape: [batch, channels, rows, columns], values }
}

/** Where a view's first value lies in a plane, and how far it is to the next one right and down. */
function pathThrough(height: number, width: number, { mirrored, clockwiseQuarters }: View) {
  const right = mirrored ? -1 : 1
  const topLeft = mirrored ? width - 1 : 0
  const topRight = topLeft + (width - 1) * right
  const toBottom = (height - 1) * width
  switch (clockwiseQuarters) {
    case 0:
      return { first: topLeft, right, down: width }
    case 1:
      return { first: topLeft + toBottom, right: -width, down: right }
    case 2:
      return { first: topRight + toBottom, right: -right, down: -width }
    case 3:
      return { first: topRight, right: width, down: -right }
  }
}

/**
 * Shows a network the first `count` views of its input and averages its answers, each turned back:
 * what it does otherwise from one side than from another cancels (geometric self-ensemble, Timofte
 * et al. 2016).
 */
export async function averageOfViews(
  job: JobContext,
  session: InferenceSession,
  input: Tensor,
  count: ModelCard['views'],
): Promise<Tensor> {
  const [, ...others] = allViews.slice(0, count)
  const { shape, values } = await session.run(input)
  if (others.length === 0) return { shape, values }
  const sum = new Float32Array(values)
  for (const view of others) {
    await job.checkpoint()
    const answer = viewOf(await session.run(viewOf(input, view)), viewBack(view))
    if (answer.shape.join() !== shape.join()) {
      throw new Error(`a view gave ${answer.shape.join('x')}, not ${shape.join('x')}`)
    }
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (answer.values[i] as number)
  }
  return { shape, values: sum.map((value) => value / count) }
}
