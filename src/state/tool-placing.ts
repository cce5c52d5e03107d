import { straightens } from '#core/design/shown-photo.ts'
import { withWholeCutOut } from '#core/design/whole-cut-out.ts'
import { withoutRim } from '#core/design/without-rim.ts'
import { outcomeOf, unwrap } from '#core/errors.ts'
import type { ToolId } from '#core/imaging/tools/table.ts'
import type { Box } from '#core/pixels/pixels.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import type { ToolResult } from '#workers/imaging/api.ts'
import { answered } from './long-job.ts'
import type { Placing } from './tool-settings.ts'

/** Where what of a tool's result is to be seen comes to lie. */
export const placingIn = (tool: ToolId, kept: Box): Placing =>
  straightens(tool)
    ? (layer) => withoutRim(layer, kept)
    : (layer, geometry) => withWholeCutOut(layer, geometry, kept)

/** The same of a result that nobody has seen before. */
export async function placingUnseen(tool: ToolId, { result }: ToolResult): Promise<Placing | null> {
  const kept = await answered(
    outcomeOf(async () => {
      const file = unwrap(await imaging.photoFile(result))
      return unwrap(await imaging.keptIn(file, tool))
    }),
  )
  return kept.ok && kept.value !== null ? placingIn(tool, kept.value) : null
}
