import { atom } from 'jotai'
import { settingsOf } from '#core/imaging/tool-definition.ts'
import { toolById } from '#core/imaging/tools/table.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { answered, LatestJob } from './long-job.ts'
import { compareStandInAtom } from './stand-in.ts'
import type { ToolSession } from './tool-settings.ts'

interface Before {
  /** What it was asked for, as text. */
  readonly of: string
  readonly picture: ImageBitmap
}

const madeAtom = atom<Before | null>(null)
const making = new LatestJob()

/**
 * What the preview is compared with where the tool lays the photo anew: the same without what it
 * mends, so that both lie over each other. Null: the photo itself.
 */
export const toolBeforeAtom = atom((get) => get(madeAtom)?.picture ?? null)

/** Makes what a preview is compared with, where that is not the photo itself and not there yet. */
export const makeBeforeAtom = atom(
  null,
  async (get, set, session: ToolSession, longSidePx: number): Promise<void> => {
    const request = comparedWith(session.request)
    if (request === null) return
    const of = JSON.stringify([request.photo.hash, request.settings])
    if (get(madeAtom)?.of === of) return
    const signal = making.begin()
    const options = { signal, report: () => {} }
    const outcome = await answered(imaging.preview(request, longSidePx, 'fine', options))
    if (signal.aborted) {
      if (outcome.ok) outcome.value.picture.close()
      return
    }
    making.end()
    // Another sheet's would be worse than the photo.
    if (!outcome.ok) return set(dropBeforeAtom)
    const last = get(madeAtom)
    const { picture } = outcome.value
    set(madeAtom, { of, picture })
    void set(compareStandInAtom, { session, picture, placing: null })
    last?.picture.close()
  },
)

/** Leaves what is being made to be made another time. */
export const stopBefore = (): void => making.stop()

/** The photo itself is what is compared with. */
export const dropBeforeAtom = atom(null, (get, set) => {
  stopBefore()
  const last = get(madeAtom)
  if (last === null) return
  set(madeAtom, null)
  void set(compareStandInAtom, null)
  last.picture.close()
})

function comparedWith(request: ToolRequest): ToolRequest | null {
  const tool = toolById(request.tool)
  if (tool?.unmended === undefined) return null
  const settings = { ...request.settings, ...tool.unmended(settingsOf(tool, request.settings)) }
  return { ...request, settings }
}
