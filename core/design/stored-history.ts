import { z } from 'zod'
import { type Design, designSchema, layerSchema } from './document.ts'
import { emptyHistory, type History, type Step, undo } from './history.ts'
import type { Patch } from './patch.ts'

/** What the steps of one draft may take on the device; older ones are left out. */
const STORED_BYTES = 512 << 10

const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), from: z.unknown(), to: z.unknown() }),
  z.object({
    kind: z.literal('splice'),
    at: z.number().int().min(0),
    from: z.array(z.unknown()),
    to: z.array(z.unknown()),
  }),
])
const changesSchema = z.record(z.string(), changeSchema)
const placedLayersSchema = z.array(z.object({ at: z.number().int().min(0), layer: layerSchema }))
const stepSchema = z.object({
  mark: z.null(),
  patch: z.object({
    fields: changesSchema,
    removed: placedLayersSchema,
    added: placedLayersSchema,
    updated: z.record(z.string(), changesSchema),
    order: z
      .object({ at: z.number().int().min(0), from: z.array(z.string()), to: z.array(z.string()) })
      .nullable(),
  }),
})
const storedSchema = z.object({ past: z.array(stepSchema), future: z.array(stepSchema) })

/** The latest steps of a history that fit into `budgetBytes`: the nearest to undo first. */
export function storedHistory(history: History, budgetBytes = STORED_BYTES): History {
  let room = budgetBytes
  const fitting = (steps: readonly Step[]): readonly Step[] => {
    const first = steps.findLastIndex((step) => {
      room -= costOf(step).bytes
      return room < 0
    })
    return steps.slice(first + 1).map(({ patch }) => ({ patch, mark: null }))
  }
  return { past: fitting(history.past), future: fitting(history.future) }
}

/** A history as it was stored with this very design; an empty one where it does not fit to it. */
export function parseHistory(stored: unknown, design: Design): History {
  const parsed = storedSchema.safeParse(stored)
  if (!parsed.success) return emptyHistory
  try {
    let [history, first]: [History, Design] = [parsed.data, design]
    for (let back = undo(history, first); back !== null; back = undo(history, first)) {
      ;({ history, design: first } = back)
    }
    return designSchema.safeParse(first).success ? parsed.data : emptyHistory
  } catch {
    return emptyHistory
  }
}

/** Hashes of every photo that undoing or redoing may bring back. */
export const historyPhotoHashes = ({ past, future }: History): readonly string[] => [
  ...new Set([...past, ...future].flatMap((step) => costOf(step).photoHashes)),
]

interface Cost {
  readonly bytes: number
  readonly photoHashes: readonly string[]
}

/** A step is weighed once: it is stored with every save until it is too old. */
const costs = new WeakMap<Patch, Cost>()

function costOf({ patch }: Step): Cost {
  const known = costs.get(patch)
  if (known !== undefined) return known
  const text = JSON.stringify(patch)
  const photoHashes = [...text.matchAll(/"hash":"([0-9a-f]{64})"/g)].map(([, hash = '']) => hash)
  const cost = { bytes: text.length, photoHashes }
  costs.set(patch, cost)
  return cost
}
