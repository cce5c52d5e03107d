import { atom } from 'jotai'
import type { Product } from '#core/design/document.ts'
import { type Outcome, outcomeOf, StampaError, unwrap } from '#core/errors.ts'

/** A new draft of a product; what drafts are made of is only fetched now. */
export const openProductAtom = atom(
  null,
  (_get, set, product: Product): Promise<Outcome<string>> =>
    outcomeOf(async () => {
      const [{ newDesign }, { createDraftAtom }] = await Promise.all([
        import('#core/design/create.ts'),
        import('#src/state/drafts.ts'),
      ]).catch((cause: unknown) => {
        throw new StampaError('network-failed', { cause })
      })
      return unwrap(await set(createDraftAtom, newDesign(product, crypto.randomUUID())))
    }),
)
