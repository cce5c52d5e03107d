import type { RenderAssets } from '#core/render/assets.ts'

/** Fields that move a layer and change nothing of what it is. */
const placement = new Set(['xMm', 'yMm', 'rotationDeg', 'opacity', 'flipX', 'scale', 'name', 'id'])
const KEPT_MAX = 400

/**
 * Keeps prepared values by what their owner says, not by which object it is: every frame comes over
 * `postMessage` as new objects, and a layer that is dragged changes in nothing but its place.
 */
export function createContentCache(): RenderAssets['kept'] {
  const values = new Map<string, object>()
  const contents = new WeakMap<object, string>()
  const contentOf = (owner: object): string => {
    const known = contents.get(owner)
    if (known !== undefined) return known
    const content = JSON.stringify(owner, (field, value: unknown) =>
      placement.has(field) ? undefined : value,
    )
    contents.set(owner, content)
    return content
  }
  return <T extends object>(owner: object, key: string, make: () => T): T => {
    const name = `${key} ${contentOf(owner)}`
    const before = values.get(name)
    const value = before ?? make()
    // Taken out and put in again: the map's order is that of last use.
    values.delete(name)
    values.set(name, value)
    if (values.size > KEPT_MAX) values.delete(values.keys().next().value ?? '')
    return value as T
  }
}
