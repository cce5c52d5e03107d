import { caseColours, caseMaterials, OWN_CASE } from '#core/catalogue/cases.ts'
import { phoneModels } from '#core/catalogue/phone-models.ts'
import { caseItem, EDIBLE_SHEET } from '#core/catalogue/stock-item.ts'
import type { Queries } from './connect.ts'
import { type machines, stock } from './schema.ts'

const ROWS_AT_ONCE = 1000

/** Everything that a machine can hold: every blank case of the catalogue, and edible sheets. */
export const stockItems = (prints: (typeof machines.$inferSelect)['prints']): readonly string[] => [
  ...(prints.includes('phone-case') ? caseItems() : []),
  ...(prints.includes('cake') ? [EDIBLE_SHEET] : []),
]

/** Writes stock that was not there before. */
export async function addStock(
  tx: Queries,
  rows: readonly (typeof stock.$inferInsert)[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx.insert(stock).values(rows.slice(from, from + ROWS_AT_ONCE))
  }
}

function caseItems(): string[] {
  const blanks = caseMaterials.filter(({ id }) => id !== OWN_CASE)
  return phoneModels.flatMap((model) =>
    blanks.flatMap(({ id, colourIds }) =>
      caseColours
        .filter((colour) => colourIds.includes(colour.id))
        .map((colour) => caseItem(model.id, id, colour.id)),
    ),
  )
}
