import { StampaError } from '#core/errors.ts'
import type { PortraitModels } from '#core/imaging/tool-definition.ts'

/** Lends the portrait networks to `work`. */
export async function withPortrait<T>(_work: (models: PortraitModels) => Promise<T>): Promise<T> {
  throw new StampaError('tool-unavailable', { cause: 'no portrait networks here yet' })
}
