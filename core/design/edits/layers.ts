import type { Design, Layer } from '../document.ts'
import { normaliseDeg } from '../geometry.ts'
import { emptySlots } from '../slot-state.ts'

/**
 * Edits are pure: `(design, ...) => design`. One that changes nothing gives the very same object
 * back, and so makes no step in the history. Locked layers stay as they are.
 */
export type Edit = (design: Design) => Design

/** The layer called `id`, or undefined. */
export const layerById = (design: Design, id: string): Layer | undefined =>
  design.layers.find((layer) => layer.id === id)

/**
 * `change` applied to every unlocked layer of `ids`; the layer keeps its id and kind. The one way
 * by which edits touch a layer.
 */
export function changeLayers(
  design: Design,
  ids: readonly string[],
  change: (layer: Layer) => Layer,
  options: { readonly evenLocked?: boolean } = {},
): Design {
  let changed = false
  const layers = design.layers.map((layer) => {
    if (!ids.includes(layer.id) || (layer.locked && !options.evenLocked)) return layer
    const next = change(layer)
    if (next !== layer) changed = true
    return next
  })
  return changed ? { ...design, layers } : design
}

/** `fields` of a layer set; the same layer where they already are so. */
export function withFields<L extends Layer>(layer: L, fields: Partial<L>): L {
  const keys = Object.keys(fields) as (keyof L)[]
  return keys.every((key) => Object.is(layer[key], fields[key])) ? layer : { ...layer, ...fields }
}

/**
 * Layers put on top, or at `index` from the bottom. Ids must be new; a photo whose slot is taken
 * or gone lies free.
 */
export function addLayers(design: Design, added: readonly Layer[], index?: number): Design {
  if (added.length === 0) return design
  const open = new Set(emptySlots(design).map((slot) => slot.id))
  const ready = added.map((layer) => {
    if (layer.kind !== 'photo' || layer.slotId === null) return layer
    return open.delete(layer.slotId) ? layer : { ...layer, slotId: null }
  })
  return { ...design, layers: design.layers.toSpliced(index ?? design.layers.length, 0, ...ready) }
}

/** The layers of `ids` taken away; locked ones stay. */
export function removeLayers(design: Design, ids: readonly string[]): Design {
  const layers = design.layers.filter((layer) => layer.locked || !ids.includes(layer.id))
  return layers.length === design.layers.length ? design : tidyGroups({ ...design, layers })
}

/**
 * Copies of layers put right above the topmost of them, a little aside, unlocked and out of
 * slots. Groups are copied as groups.
 * @param copies pairs of the layer's id and the new id of its copy
 * @param options `groupIds` new ids for copied groups by old id (without one the copies are
 *   ungrouped); `offsetMm` how far right and down
 */
export function duplicateLayers(
  design: Design,
  copies: readonly (readonly [id: string, newId: string])[],
  options: {
    readonly groupIds?: Readonly<Record<string, string>>
    readonly offsetMm?: number
  } = {},
): Design {
  const { groupIds = {}, offsetMm = 4 } = options
  const newIds = new Map(copies)
  const added = design.layers.flatMap((layer) => {
    const id = newIds.get(layer.id)
    if (id === undefined) return []
    const groupId = layer.groupId === null ? null : (groupIds[layer.groupId] ?? null)
    const copy: Layer = {
      ...layer,
      id,
      groupId,
      locked: false,
      xMm: layer.xMm + offsetMm,
      yMm: layer.yMm + offsetMm,
    }
    return [copy.kind === 'photo' ? { ...copy, slotId: null } : copy]
  })
  const top = design.layers.findLastIndex((layer) => newIds.has(layer.id))
  return tidyGroups(addLayers(design, added, top + 1))
}

/** Layers locked or unlocked: the one edit that a locked layer takes. */
export const lockLayers = (design: Design, ids: readonly string[], locked: boolean): Design =>
  changeLayers(design, ids, (layer) => withFields(layer, { locked }), { evenLocked: true })

/** Layers hidden or shown. */
export const hideLayers = (design: Design, ids: readonly string[], hidden: boolean): Design =>
  changeLayers(design, ids, (layer) => withFields(layer, { hidden }))

/** The customer's name for a layer, at most 80 characters; empty takes it away. */
export const renameLayer = (design: Design, id: string, name: string): Design =>
  changeLayers(design, [id], (layer) => withFields(layer, { name: name.trim().slice(0, 80) }))

/** Opacity from 0 to 1. */
export const setOpacity = (design: Design, ids: readonly string[], opacity: number): Design =>
  changeLayers(design, ids, (layer) =>
    withFields(layer, { opacity: Math.min(1, Math.max(0, opacity)) }),
  )

/** Layers mirrored left to right, each in place. */
export const flipHorizontally = (design: Design, ids: readonly string[]): Design =>
  changeLayers(design, ids, (layer) => ({ ...layer, flipX: !layer.flipX }))

/** Layers mirrored top to bottom: mirrored left to right and turned by half. */
export const flipVertically = (design: Design, ids: readonly string[]): Design =>
  changeLayers(design, ids, (layer) => ({
    ...layer,
    flipX: !layer.flipX,
    rotationDeg: normaliseDeg(layer.rotationDeg + 180),
  }))

/** Layers made one group, raised together to the topmost of them; two or more are needed. */
export function groupLayers(design: Design, ids: readonly string[], groupId: string): Design {
  const members = design.layers.filter((layer) => ids.includes(layer.id) && !layer.locked)
  if (members.length < 2) return design
  const top = design.layers.findLastIndex((layer) => members.includes(layer))
  const others = (part: readonly Layer[]) => part.filter((layer) => !members.includes(layer))
  const layers = [
    ...others(design.layers.slice(0, top)),
    ...members.map((layer) => ({ ...layer, groupId })),
    ...others(design.layers.slice(top + 1)),
  ]
  return tidyGroups({ ...design, layers })
}

/** Every group that `ids` belong to taken apart. */
export function ungroupLayers(design: Design, ids: readonly string[]): Design {
  const groups = new Set(
    design.layers.flatMap((layer) =>
      ids.includes(layer.id) && layer.groupId !== null ? [layer.groupId] : [],
    ),
  )
  const members = design.layers.filter(
    (layer) => layer.groupId !== null && groups.has(layer.groupId),
  )
  return tidyGroups(
    changeLayers(
      design,
      members.map((layer) => layer.id),
      (layer) => ({ ...layer, groupId: null }),
    ),
  )
}

/** `ids` and everyone grouped with them, in layer order: what a tap on one of them selects. */
export function withGroups(design: Design, ids: readonly string[]): readonly string[] {
  const groups = new Set(
    design.layers.filter((layer) => ids.includes(layer.id)).map((layer) => layer.groupId),
  )
  return design.layers
    .filter(
      (layer) => ids.includes(layer.id) || (layer.groupId !== null && groups.has(layer.groupId)),
    )
    .map((layer) => layer.id)
}

/** A group of one is none. */
function tidyGroups(design: Design): Design {
  const sizes = new Map<string, number>()
  for (const { groupId } of design.layers) {
    if (groupId !== null) sizes.set(groupId, (sizes.get(groupId) ?? 0) + 1)
  }
  const lonely = design.layers.filter(
    (layer) => layer.groupId !== null && sizes.get(layer.groupId) === 1,
  )
  return changeLayers(
    design,
    lonely.map((layer) => layer.id),
    (layer) => ({ ...layer, groupId: null }),
    { evenLocked: true },
  )
}
