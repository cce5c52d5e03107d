import {
  CARD_PAGE_PATH,
  type Card,
  type CardAnswer,
  type CardPage,
  cardAnswerSchema,
  cardPageSchema,
} from '#core/contract/card-page.ts'

/** A bank that says nothing for so long says nothing any more. */
const ANSWER_MS = 20_000

/** What a call came to: `silent` is one that may have been carried out. */
export type Said = CardAnswer | { readonly kind: 'lost' } | { readonly kind: 'silent' }

/** The provider's side of one payment. */
export interface Bank {
  /** Null where the reference is nobody's. */
  readonly look: () => Promise<CardPage | null>
  readonly pay: (card: Card) => Promise<Said>
  readonly confirm: (approved: boolean) => Promise<Said>
  readonly cancel: () => Promise<Said>
}

export function bankOf(reference: string): Bank {
  const path = `${CARD_PAGE_PATH}/${encodeURIComponent(reference)}`
  const post = async (call: string, body: object): Promise<Said> => {
    const timeout = AbortSignal.timeout(ANSWER_MS)
    try {
      const response = await fetch(`${path}/${call}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: timeout,
      })
      return response.ok ? cardAnswerSchema.parse(await response.json()) : { kind: 'lost' }
    } catch {
      return { kind: timeout.aborted ? 'silent' : 'lost' }
    }
  }
  return {
    look: async () => {
      const response = await fetch(path)
      return response.ok ? cardPageSchema.parse(await response.json()) : null
    },
    pay: (card) => post('pay', card),
    confirm: (approved) => post('confirm', { approved }),
    cancel: () => post('cancel', {}),
  }
}
