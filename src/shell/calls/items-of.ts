import type { Answered } from '#core/contract/exchange.ts'

/** All that was answered, each item once. */
export function itemsOf<Item>(
  pages: readonly Answered<readonly Item[]>[],
  idOf: (item: Item) => string,
): readonly Item[] {
  const items = pages.flatMap(({ value }) => value).map((item) => [idOf(item), item] as const)
  return [...new Map(items).values()]
}
