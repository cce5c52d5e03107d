import type { JobContext } from '../../../../jobs.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import { guessed, type Holed } from './hole-levels.ts'
import { WorkPace } from './work-pace.ts'

/** How much what lies above and below counts beside what lies left and right. */
const UP_AND_DOWN = 0.25
/** Rounds of Gauss and Seidel's relaxation, and over-relaxation: enough for a hole of 100 px. */
const ROUNDS = 400
const OVER = 1.7
/** Steps of work for a pixel: its channels and their neighbours. */
const RELAX_STEPS = 15

/** A small picture whose hole is filled smoothly from its rim, more from aside than from above. */
export async function acrossHole(
  job: Pick<JobContext, 'checkpoint'>,
  holed: Holed,
): Promise<Raster> {
  const pace = new WorkPace(job)
  const start = guessed(holed)
  const { widthPx, heightPx } = start
  const values = Float32Array.from(start.rgba)
  const inside = [...holed.hole.values.keys()].filter((at) => holed.hole.values[at] !== 0)
  for (let round = 0; round < ROUNDS; round++) {
    for (const at of inside) relax(values, at, widthPx, heightPx)
    await pace.spend(inside.length * RELAX_STEPS)
  }
  return { widthPx, heightPx, rgba: Uint8ClampedArray.from(values) }
}

function relax(values: Float32Array, at: number, width: number, height: number): void {
  const x = at % width
  const left = x > 0 ? 1 : 0
  const right = x < width - 1 ? 1 : 0
  const above = at >= width ? UP_AND_DOWN : 0
  const below = at < width * (height - 1) ? UP_AND_DOWN : 0
  const total = left + right + above + below
  for (let i = at * 4; i < at * 4 + 3; i++) {
    let sum = 0
    if (left > 0) sum += values[i - 4] as number
    if (right > 0) sum += values[i + 4] as number
    if (above > 0) sum += above * (values[i - width * 4] as number)
    if (below > 0) sum += below * (values[i + width * 4] as number)
    const own = values[i] as number
    values[i] = own + OVER * (sum / total - own)
  }
}
