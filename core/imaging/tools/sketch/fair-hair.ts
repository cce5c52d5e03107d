import type { Kernels } from '../../../kernels/kernels.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import { planStrips } from '../../../pixels/strips.ts'
import { personAt } from '../../portrait/people.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Skin } from './skin.ts'

/** By how much of its light a colour is yellow: pale skin has less than `from`, fair hair more. */
const YELLOW = { from: 0.16, wholly: 0.36 }
/** The same in bytes: in the dark hues are noise. */
const CLEAR = { from: 12, wholly: 40 }
/** How much of a place is a person's. */
const PERSON = { none: 0.4, wholly: 0.8 }
/** What of its light a full yellow is darker. */
const DARKER = 0.4
/** Luma of what would be left white: fair hair in the shade is hatched as it is, and darker it would be black. */
const PALE = { from: 0.4, wholly: 0.65 }

/**
 * Darkens what people have that is yellow, but their bare skin: fair hair is as light as the face about it, and a
 * pen would leave both white. What is no person's stays: sand and straw have no strands.
 * @param mask of people, of the picture
 * @param small a copy of the picture
 */
export async function darkenFair(
  env: ToolEnvironment,
  { widthPx, heightPx, values }: FloatPlane,
  { rgba }: Raster,
  {
    mask,
    small,
    skin,
  }: { readonly mask: Plane; readonly small: Raster; readonly skin: Skin | null },
): Promise<void> {
  const bare = skin && new RowSampler(skin.share, widthPx, heightPx)
  const people = new RowSampler(personIn(env.kernels, mask, small), widthPx, heightPx)
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    const bares = bare?.rows(topPx, rows).values
    const persons = people.rows(topPx, rows).values
    const from = topPx * widthPx
    for (let k = 0; k < rows * widthPx; k++) {
      const person = persons[k] as number
      if (person === 0) continue
      const at = (from + k) * 4
      const [red, green, blue] = [
        rgba[at] as number,
        rgba[at + 1] as number,
        rgba[at + 2] as number,
      ]
      const more = Math.min(red, green) - blue
      const high = Math.max(red, green)
      if (more < CLEAR.from || more < YELLOW.from * high) continue
      const share =
        smoothstep(YELLOW.from, YELLOW.wholly, more / high) *
        smoothstep(CLEAR.from, CLEAR.wholly, more)
      const luma = values[from + k] as number
      const own = person * (1 - (bares?.[k] ?? 0)) * smoothstep(PALE.from, PALE.wholly, luma)
      values[from + k] = luma * (1 - DARKER * share * own)
    }
    await env.checkpoint()
  }
}

function personIn(kernels: Kernels, mask: Plane, small: Raster): FloatPlane {
  const person = personAt(kernels, mask, small)
  const values = person.values.map((share) => smoothstep(PERSON.none, PERSON.wholly, share))
  return { ...person, values }
}
