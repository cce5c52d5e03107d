import { z } from 'zod'
import { fail, type Outcome, succeed } from '../../errors.ts'
import { DESIGN_VERSION, type Design, designSchema, type Layer } from '../document.ts'
import { slotsOf } from '../slot-state.ts'

const versionSchema = z.object({ version: z.number().int().min(1) })

/**
 * How a document of each older version becomes one of the next. Version 1 is the first: with
 * version 2 comes `1: (document) => ...`.
 */
const migrations: Readonly<Record<number, (document: unknown) => unknown>> = {}

/**
 * A design from JSON that may be old, damaged or foreign.
 * @returns `design-newer` where a later release has written it, `design-unreadable` where it is
 *   no design; else the design at {@link DESIGN_VERSION}, mended where two photos claim one slot
 */
export function parseDesign(json: unknown): Outcome<Design> {
  const versioned = versionSchema.safeParse(json)
  if (!versioned.success) return fail('design-unreadable', { cause: versioned.error })
  const { version } = versioned.data
  if (version > DESIGN_VERSION) return fail('design-newer', { cause: `version ${version}` })
  const current = migrated(json, version)
  if (!current.ok) return current
  const parsed = designSchema.safeParse(current.value)
  if (!parsed.success) return fail('design-unreadable', { cause: parsed.error })
  const ids = new Set(parsed.data.layers.map((layer) => layer.id))
  if (ids.size !== parsed.data.layers.length) {
    return fail('design-unreadable', { cause: 'two layers have the same id' })
  }
  return succeed(mended(parsed.data))
}

/** A design from the text of a file. */
export function parseDesignText(text: string): Outcome<Design> {
  try {
    return parseDesign(JSON.parse(text))
  } catch (cause) {
    return fail('design-unreadable', { cause })
  }
}

function migrated(json: unknown, from: number): Outcome<unknown> {
  let document = json
  for (let version = from; version < DESIGN_VERSION; version += 1) {
    const step = migrations[version]
    if (!step) return fail('design-unreadable', { cause: `no way on from version ${version}` })
    try {
      document = step(document)
    } catch (cause) {
      return fail('design-unreadable', { cause })
    }
  }
  return succeed(document)
}

/** Crops within their photos, and one photo for a slot that is there; the others lie free. */
function mended(design: Design): Design {
  const open = new Set(slotsOf(design).map((slot) => slot.id))
  const layers = design.layers.map((layer): Layer => {
    if (layer.kind !== 'photo') return layer
    const slotId = layer.slotId !== null && open.delete(layer.slotId) ? layer.slotId : null
    const { crop } = layer
    return {
      ...layer,
      slotId,
      crop: {
        ...crop,
        x: Math.min(crop.x, 1 - crop.width),
        y: Math.min(crop.y, 1 - crop.height),
      },
    }
  })
  return { ...design, layers }
}
