import { atom } from 'jotai'
import type { Product } from '#core/design/document.ts'
import { type Outcome, outcomeOf, StampaError, unwrap } from '#core/errors.ts'
import { hintDrafts, hintedDrafts } from '#src/state/draft-hint.ts'

/** What drafts are made of is only fetched when one is made. */
const fetched = <T>(modules: Promise<T>): Promise<T> =>
  modules.catch((cause: unknown) => {
    throw new StampaError('network-failed', { cause })
  })

/** A new draft of a product; answers its id. */
export const openProductAtom = atom(
  null,
  (_get, set, product: Product): Promise<Outcome<string>> =>
    outcomeOf(async () => {
      const [{ newDesign }, { createDraftAtom }] = await fetched(
        Promise.all([import('#core/design/create.ts'), import('#src/state/drafts.ts')]),
      )
      const draftId = unwrap(await set(createDraftAtom, newDesign(product, crypto.randomUUID())))
      hintDrafts(hintedDrafts() + 1)
      return draftId
    }),
)

/** A draft from a design file; answers its id. */
export const openFileAtom = atom(
  null,
  (_get, set, file: Blob): Promise<Outcome<string>> =>
    outcomeOf(async () => {
      const { importDraftAtom } = await fetched(import('#src/state/drafts.ts'))
      const draftId = unwrap(await set(importDraftAtom, file))
      hintDrafts(hintedDrafts() + 1)
      return draftId
    }),
)
