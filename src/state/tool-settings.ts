import type { DerivedPhoto, Design, PhotoLayer, PhotoRef } from '#core/design/document.ts'
import type { Edit } from '#core/design/edits/layers.ts'
import { pushDerived, replaceDerived, resetCrop } from '#core/design/edits/photo.ts'
import { straightens } from '#core/design/shown-photo.ts'
import {
  fieldsOf,
  settingsOf,
  type Tool,
  type ToolField,
  type ToolSettings,
} from '#core/imaging/tool-definition.ts'
import { type ToolId, toolById, tools } from '#core/imaging/tools/table.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'

/** What a tool is about to do to a layer, and whether it takes the place of its own last result. */
export interface ToolSession {
  readonly layerId: string
  readonly request: ToolRequest
  readonly replaces: boolean
}

/**
 * A tool opened on a photo. Where the tool made the version that is shown, it starts again from
 * what that was made of, with the same settings; else it works on what is shown.
 */
export function toolSession(
  layer: PhotoLayer,
  tool: ToolId,
  table: readonly Tool[] = tools,
): ToolSession {
  const last = layer.derived.at(-1)
  const replaces = last?.tool === tool
  const photo = replaces ? versionBefore(layer) : (last?.result ?? layer.original)
  const settings = settingsIn(table, tool, replaces ? last.settings : {})
  return { layerId: layer.id, replaces, request: { tool, photo, settings } }
}

/** What the shown version was made from. */
const versionBefore = (layer: PhotoLayer): PhotoRef =>
  layer.derived.at(-2)?.result ?? layer.original

function settingsIn(table: readonly Tool[], id: ToolId, stored: ToolSettings): ToolSettings {
  const tool = table.find((each) => each.id === id)
  return tool === undefined ? stored : settingsOf(tool, stored)
}

/** What of a tool is set on the photo itself, by corners or a brush; all else is seen on the stage. */
export function fieldOnPhoto({
  tool: id,
  settings,
}: ToolRequest): (ToolField & { readonly key: string }) | undefined {
  const tool = toolById(id)
  const field = tool && fieldsOf(tool).find(({ kind }) => kind === 'corners' || kind === 'strokes')
  // Networks find people; the brush is asked for.
  return field?.kind === 'strokes' && settings['subject'] === 'people' ? undefined : field
}

/** The version that a tool's result becomes. */
export const derivedOf = (
  { tool, settings }: ToolRequest,
  { result, matte }: Pick<DerivedPhoto, 'result' | 'matte'>,
): DerivedPhoto => ({ tool, settings: { ...settings }, result, matte })

/** What a tool's result does to the design: its own last one makes way for it. */
export function editOf(
  { layerId, request, replaces }: ToolSession,
  result: Pick<DerivedPhoto, 'result' | 'matte'>,
): Edit {
  const derived = derivedOf(request, result)
  if (replaces) return (design) => replaceDerived(design, layerId, derived)
  const pushed = (design: Design) => pushDerived(design, layerId, derived)
  return straightens(request.tool) ? (design) => resetCrop(pushed(design), layerId) : pushed
}
