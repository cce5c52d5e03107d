import { straightens } from '#core/design/shown-photo.ts'
import { withWholeCutOut, withWholeCutOutAgain } from '#core/design/whole-cut-out.ts'
import { withoutRim } from '#core/design/without-rim.ts'
import { outcomeOf, unwrap } from '#core/errors.ts'
import { placesOf } from '#core/imaging/tools/cut-out/left-out.ts'
import type { Box } from '#core/pixels/pixels.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import type { ToolResult } from '#workers/imaging/api.ts'
import { answered } from './long-job.ts'
import type { Placing, ToolSession } from './tool-settings.ts'

/** Here, too, for another print: it is in this script already. */
export { withWholeCutOutMoved } from '#core/design/whole-cut-out.ts'

/** Where what of a tool's result is to be seen comes to lie; null: where the photo does. */
export function placingIn({ request, replaces }: ToolSession, kept: Box): Placing | null {
  const { tool, settings } = request
  if (straightens(tool)) return (layer) => withoutRim(layer, kept)
  // Who was left out and brought back again stands as if nobody had been.
  const isAll = placesOf(String(settings['leftOut'] ?? ''))?.length === 0
  if (isAll && !replaces) return null
  const place = replaces ? withWholeCutOutAgain : withWholeCutOut
  return (layer, geometry) => place(layer, geometry, kept)
}

/** The same of a result that nobody has seen before. */
export async function placingUnseen(
  session: ToolSession,
  { result }: ToolResult,
): Promise<Placing | null> {
  const kept = await answered(
    outcomeOf(async () => {
      const file = unwrap(await imaging.photoFile(result))
      return unwrap(await imaging.keptIn(file, session.request.tool))
    }),
  )
  return kept.ok && kept.value !== null ? placingIn(session, kept.value) : null
}
