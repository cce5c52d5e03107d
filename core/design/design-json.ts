import { z } from 'zod'
import { StampaError } from '../errors.ts'
import { DESIGN_VERSION, type Design, designSchema } from './document.ts'

const versionedSchema = z.object({ version: z.number().int() })

/**
 * A design from what was stored or sent, checked in full.
 * @throws StampaError `design-newer` for a later version's document, `design-unreadable` otherwise
 */
export function parseDesign(value: unknown): Design {
  const versioned = versionedSchema.safeParse(value)
  if (versioned.success && versioned.data.version > DESIGN_VERSION)
    throw new StampaError('design-newer', { cause: `version ${versioned.data.version}` })
  const parsed = designSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new StampaError('design-unreadable', { cause: z.prettifyError(parsed.error) })
}

/** @throws StampaError as {@link parseDesign} */
export function parseDesignJson(text: string): Design {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    throw new StampaError('design-unreadable', { cause: thrown })
  }
  return parseDesign(value)
}
