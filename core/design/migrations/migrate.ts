import { z } from 'zod'
import { fail, type Outcome, succeed } from '../../errors.ts'
import { DESIGN_VERSION, type Design, designSchema, type Layer } from '../document.ts'
import { slotsOf } from '../slot-state.ts'
import { fromVersion1 } from './version-1.ts'
import { fromVersion2 } from './version-2.ts'
import { fromVersion3 } from './version-3.ts'

const versionSchema = z.object({ version: z.number().int().min(1) })

/** How a document of each older version becomes one of the next. */
const migrations: Readonly<Record<number, (document: unknown) => unknown>> = {
  1: fromVersion1,
  2: fromVersion2,
  3: fromVersion3,
}

/**
 * A design from JSON that may be old, damaged or foreign.
 * @returns `design-newer` where a later release has written it, `design-unreadable` where it is
 *   no design; else the design at {@link DESIGN_VERSION}, mended where two photos claim one slot
 */
export function parseDesign(json: unknown): Outcome<Design> {
  const current = migrated(json)
  if (!current.ok) return current
  const parsed = designSchema.safeParse(current.value)
  if (!parsed.success) {
    return fail('design-unreadable', { cause: z.prettifyError(parsed.error) })
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

/**
 * A document of any version at {@link DESIGN_VERSION}, not yet checked.
 * @returns faults as {@link parseDesign}
 */
export function migrated(json: unknown): Outcome<unknown> {
  const versioned = versionSchema.safeParse(json)
  if (!versioned.success) return fail('design-unreadable', { cause: versioned.error })
  const from = versioned.data.version
  if (from > DESIGN_VERSION) return fail('design-newer', { cause: `version ${from}` })
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
