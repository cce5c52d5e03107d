import { atom } from 'jotai'
import { fieldsOf, type ToolSettings } from '#core/imaging/tool-definition.ts'
import { type ToolId, toolById } from '#core/imaging/tools/table.ts'
import type { ToolSession } from './tool-settings.ts'
import type { ToolSteps } from './tool-steps.ts'

/** Settings of tools that were closed half way, by layer, tool and photo. */
const keptAtom = atom<Readonly<Record<string, ToolSettings>>>({})

const keyOf = ({ layerId, request: { tool, photo } }: ToolSession): string =>
  `${layerId} ${tool} ${photo.hash}`

interface Closed {
  readonly session: ToolSession
  readonly steps: ToolSteps
}

/** A tool is closed before it was applied: what was painted or moved on the photo is not lost. */
export const keepUnfinishedAtom = atom(null, (get, set, { session, steps }: Closed) => {
  const key = keyOf(session)
  if (!(key in get(keptAtom)) && !isWorkedOn(session.request.tool, steps)) return
  set(keptAtom, { ...get(keptAtom), [key]: session.request.settings })
})

/** The tool was applied: it is closed with nothing left to do. */
export const forgetUnfinishedAtom = atom(null, (_get, set, session: ToolSession) => {
  set(keptAtom, ({ [keyOf(session)]: _applied, ...others }) => others)
})

/** A tool as it was closed half way, else as it opens. */
export const resumedToolAtom = atom(null, (get, _set, session: ToolSession): ToolSession => {
  const kept = get(keptAtom)[keyOf(session)]
  if (kept === undefined) return session
  const settings = { ...session.request.settings, ...kept }
  return { ...session, request: { ...session.request, settings } }
})

/** Whether strokes or corners were set, which take a while; a slider is soon set again. */
function isWorkedOn(id: ToolId, { past, future }: ToolSteps): boolean {
  const tool = toolById(id)
  const onPhoto = (tool === undefined ? [] : fieldsOf(tool)).filter(
    ({ kind }) => kind === 'strokes' || kind === 'corners',
  )
  return [...past, ...future].some(({ after }) => onPhoto.some(({ key }) => key in after))
}
