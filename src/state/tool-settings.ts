import type { DerivedPhoto, PhotoLayer, PhotoRef, ToolId } from '#core/design/document.ts'
import type { ToolRequest, ToolSettings } from '#workers/imaging/api.ts'

/** What each tool starts with. */
const defaultSettings: { readonly [Tool in ToolId]: ToolSettings[Tool] } = {
  'cut-out': { featherPx: 1, chokePx: 0, outlineMm: 0 },
  sketch: { style: 'pencil', strength: 0.7 },
  enhance: { strength: 0.7 },
  anime: { look: 'soft', strength: 0.8 },
  'super-resolution': { factor: 2, tier: 'instant' },
}

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
export function toolSession(layer: PhotoLayer, tool: ToolId): ToolSession {
  const last = layer.derived.at(-1)
  const replaces = last?.tool === tool
  const photo = replaces ? versionBefore(layer) : (last?.result ?? layer.original)
  return { layerId: layer.id, replaces, request: requestOf(tool, photo, replaces ? last : null) }
}

/** What the shown version was made from. */
const versionBefore = (layer: PhotoLayer): PhotoRef =>
  layer.derived.at(-2)?.result ?? layer.original

function requestOf(tool: ToolId, photo: PhotoRef, last: DerivedPhoto | null): ToolRequest {
  const kept = last?.settings ?? {}
  const number = (key: string, fallback: number) => {
    const value = kept[key]
    return typeof value === 'number' ? value : fallback
  }
  const oneOf = <Value extends string>(key: string, values: readonly [Value, ...Value[]]) =>
    values.find((value) => value === kept[key]) ?? values[0]
  switch (tool) {
    case 'cut-out': {
      const base = defaultSettings['cut-out']
      const settings = {
        featherPx: number('featherPx', base.featherPx),
        chokePx: number('chokePx', base.chokePx),
        outlineMm: number('outlineMm', base.outlineMm),
      }
      return { tool, photo, settings }
    }
    case 'sketch': {
      const style = oneOf('style', ['pencil', 'ink', 'coloured-pencil'])
      return { tool, photo, settings: { style, strength: number('strength', 0.7) } }
    }
    case 'enhance':
      return { tool, photo, settings: { strength: number('strength', 0.7) } }
    case 'anime': {
      const look = oneOf('look', ['soft', 'bold'])
      return { tool, photo, settings: { look, strength: number('strength', 0.8) } }
    }
    case 'super-resolution': {
      const tier = oneOf('tier', ['instant', 'fine'])
      return { tool, photo, settings: { factor: number('factor', 2) === 4 ? 4 : 2, tier } }
    }
  }
}

/** The version that a tool's result becomes. */
export const derivedOf = (
  { tool, settings }: ToolRequest,
  { result, matte }: Pick<DerivedPhoto, 'result' | 'matte'>,
): DerivedPhoto => ({ tool, settings: { ...settings }, result, matte })
