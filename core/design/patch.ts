import type { Design, Layer } from './document.ts'

/** How one field changed: set anew, or, for a list, a part of it put in place of another. */
export type Change =
  | { readonly kind: 'set'; readonly from: unknown; readonly to: unknown }
  | {
      readonly kind: 'splice'
      readonly at: number
      readonly from: readonly unknown[]
      readonly to: readonly unknown[]
    }

export type Changes = Readonly<Record<string, Change>>

/** A layer and the index it stands at: in the design it was taken from, or put into. */
export interface PlacedLayer {
  readonly at: number
  readonly layer: Layer
}

/**
 * What changed between two designs, by record: the design's own fields, and layers by id. It can
 * be turned round, and holds nothing that did not change.
 */
export interface Patch {
  readonly fields: Changes
  /** Ascending. */
  readonly removed: readonly PlacedLayer[]
  /** Ascending. */
  readonly added: readonly PlacedLayer[]
  readonly updated: Readonly<Record<string, Changes>>
  /** The part of the order of the layers that stay which changed, or null. */
  readonly order: {
    readonly at: number
    readonly from: readonly string[]
    readonly to: readonly string[]
  } | null
}

/** What has to be done to `before` to get `after`. */
export function diff(before: Design, after: Design): Patch {
  const stays = stayingIds(before, after)
  const outside = (design: Design): readonly PlacedLayer[] =>
    design.layers.flatMap((layer, at) => (stays.has(layer.id) ? [] : [{ at, layer }]))
  const order = (design: Design) =>
    design.layers.filter((layer) => stays.has(layer.id)).map((layer) => layer.id)
  const ordered = spliceBetween(order(before), order(after))
  return {
    fields: changesBetween(withoutLayers(before), withoutLayers(after)),
    removed: outside(before),
    added: outside(after),
    updated: updatesBetween(before, after, stays),
    order:
      ordered.from.length === 0 && ordered.to.length === 0
        ? null
        : { at: ordered.at, from: ordered.from, to: ordered.to },
  }
}

/** Whether a patch does nothing. */
export const isEmptyPatch = (patch: Patch): boolean =>
  patch.order === null &&
  patch.removed.length === 0 &&
  patch.added.length === 0 &&
  Object.keys(patch.fields).length === 0 &&
  Object.keys(patch.updated).length === 0

/** The patch that takes `patch` back. */
export const invert = (patch: Patch): Patch => ({
  fields: invertChanges(patch.fields),
  removed: patch.added,
  added: patch.removed,
  updated: Object.fromEntries(
    Object.entries(patch.updated).map(([id, changes]) => [id, invertChanges(changes)]),
  ),
  order: patch.order && { at: patch.order.at, from: patch.order.to, to: patch.order.from },
})

/** `design` after `patch`, which must have been made from a design equal to it. */
export function applyPatch(design: Design, patch: Patch): Design {
  const gone = new Set(patch.removed.map(({ layer }) => layer.id))
  const staying = design.layers
    .filter((layer) => !gone.has(layer.id))
    .map((layer) => changed(layer, patch.updated[layer.id]))
  const layers = patch.order ? inOrder(staying, patch.order) : staying
  for (const { at, layer } of patch.added) layers.splice(at, 0, layer)
  return { ...changed(design, patch.fields), layers }
}

/** Whether two plain values are equal, all the way down. */
function equal(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const left = Object.entries(one)
  const right = new Map(Object.entries(other))
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && equal(value, right.get(key)))
  )
}

/** Ids that are in both designs and name the same kind of layer. */
function stayingIds(before: Design, after: Design): ReadonlySet<string> {
  const kinds = new Map(before.layers.map((layer) => [layer.id, layer.kind]))
  return new Set(
    after.layers.filter((layer) => kinds.get(layer.id) === layer.kind).map((layer) => layer.id),
  )
}

function updatesBetween(before: Design, after: Design, stays: ReadonlySet<string>) {
  const olds = new Map(before.layers.map((layer) => [layer.id, layer]))
  const updated: Record<string, Changes> = {}
  for (const layer of after.layers) {
    const old = olds.get(layer.id)
    if (!old || old === layer || !stays.has(layer.id)) continue
    const changes = changesBetween(old, layer)
    if (Object.keys(changes).length > 0) updated[layer.id] = changes
  }
  return updated
}

function withoutLayers(design: Design) {
  const { layers: _, ...fields } = design
  return fields
}

function changesBetween(before: object, after: object): Changes {
  const olds = new Map<string, unknown>(Object.entries(before))
  const changes: Record<string, Change> = {}
  for (const [key, to] of Object.entries(after) as [string, unknown][]) {
    const from = olds.get(key)
    if (equal(from, to)) continue
    changes[key] =
      Array.isArray(from) && Array.isArray(to)
        ? { kind: 'splice', ...spliceBetween<unknown>(from, to) }
        : { kind: 'set', from, to }
  }
  return changes
}

/** The shortest single splice that turns one list into the other. */
function spliceBetween<T>(from: readonly T[], to: readonly T[]) {
  const most = Math.min(from.length, to.length)
  let at = 0
  while (at < most && equal(from[at], to[at])) at += 1
  let tail = 0
  while (tail < most - at && equal(from.at(-1 - tail), to.at(-1 - tail))) tail += 1
  return { at, from: from.slice(at, from.length - tail), to: to.slice(at, to.length - tail) }
}

const invertChanges = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([key, change]) => [
      key,
      { ...change, from: change.to, to: change.from } as Change,
    ]),
  )

function changed<T extends object>(record: T, changes: Changes | undefined): T {
  if (!changes) return record
  const olds = new Map<string, unknown>(Object.entries(record))
  const fields = Object.entries(changes).map(([key, change]) => {
    if (change.kind === 'set') return [key, change.to] as const
    const list = olds.get(key)
    const old: readonly unknown[] = Array.isArray(list) ? list : []
    return [key, old.toSpliced(change.at, change.from.length, ...change.to)] as const
  })
  return { ...record, ...Object.fromEntries(fields) }
}

function inOrder(layers: readonly Layer[], order: NonNullable<Patch['order']>): Layer[] {
  const byId = new Map(layers.map((layer) => [layer.id, layer]))
  const moved = order.to.flatMap((id) => byId.get(id) ?? [])
  return layers.toSpliced(order.at, order.from.length, ...moved)
}
