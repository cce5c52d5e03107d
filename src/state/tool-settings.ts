import { layerDpi } from '#core/design/crop.ts'
import type { DerivedPhoto, Design, Geometry, PhotoLayer, PhotoRef } from '#core/design/document.ts'
import { changeLayers, type Edit } from '#core/design/edits/layers.ts'
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
import { limits } from '#core/limits.ts'
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
  const settings = settingsIn(table, tool, replaces ? last.settings : firstSettings(layer, tool))
  return { layerId: layer.id, replaces, request: { tool, photo, settings } }
}

/** Where twice the pixels would still print coarsely, four times are offered from the first. */
const firstSettings = (layer: PhotoLayer, tool: ToolId): ToolSettings =>
  tool === 'super-resolution' && layerDpi(layer) * 2 < limits.dpiWarn ? { factor: 4 } : {}

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

/** What a tool made of a photo; what it lacks stays with it, so that it can be said and made up for later. */
interface Made extends Pick<DerivedPhoto, 'result' | 'matte'> {
  readonly lacks?: readonly string[]
}

/** The version that a tool's result becomes. */
export const derivedOf = (
  { tool, settings }: ToolRequest,
  { result, matte, lacks = [] }: Made,
): DerivedPhoto => ({
  tool,
  settings: { ...settings },
  result,
  matte,
  ...(lacks.length > 0 && { lacks: [...lacks] }),
})

/** Whether a result has a place of its own on the print, whatever a tool took for it. */
export function isPlaced({ tool: id, settings }: Pick<ToolRequest, 'tool' | 'settings'>): boolean {
  const tool = toolById(id)
  return tool?.pictureIn !== undefined || tool?.isSeenWhole?.(settingsOf(tool, settings)) === true
}

/** Another place on the print for a photo that a tool has changed. */
export type Placing = (layer: PhotoLayer, geometry: Geometry) => PhotoLayer

/** A tool's result; with a place of its own where a cut-out took things. */
export interface ToolEnd extends Made {
  readonly placing: Placing | null
}

/** What a tool's result does to the design: its own last one makes way for it, things are seen whole. */
export function editOf(session: ToolSession, end: ToolEnd): Edit {
  return placedBy(end.placing, session, versionOf(session, end))
}

/** An edit after which the photo lies where a tool puts it. */
export const placedBy = (placing: Placing | null, { layerId }: ToolSession, edit: Edit): Edit =>
  placing === null
    ? edit
    : (design) =>
        changeLayers(edit(design), [layerId], (layer) =>
          layer.kind === 'photo' ? placing(layer, design.product.geometry) : layer,
        )

function versionOf({ layerId, request, replaces }: ToolSession, end: ToolEnd): Edit {
  const derived = derivedOf(request, end)
  if (replaces) return (design) => replaceDerived(design, layerId, derived)
  const pushed = (design: Design) => pushDerived(design, layerId, derived)
  return straightens(request.tool) ? (design) => resetCrop(pushed(design), layerId) : pushed
}
