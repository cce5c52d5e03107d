import type { OrderSummary } from '#core/contract/entities/order.ts'
import type { Walk } from '#src/shell/calls/use-pages.ts'

const PAGE_SIZE = 20

const idOf = ({ order_number }: OrderSummary): string => order_number

/** All orders of a status, the latest first. */
export const byPages: Walk<OrderSummary> = {
  first: { pageNum: 1, pageSize: PAGE_SIZE },
  next: (pages) => {
    const shown = pages.reduce((sum, { value }) => sum + value.length, 0)
    const last = pages.at(-1)
    if (last === undefined || last.value.length === 0 || shown >= (last.count ?? 0)) return null
    return { pageNum: pages.length + 1, pageSize: PAGE_SIZE }
  },
  idOf,
}

/** The orders before a moment, the latest first. */
export function olderThan(beginTime: number): Walk<OrderSummary> {
  const window = { direction: 'older', orderBy: 'placedAt', pageSize: PAGE_SIZE } as const
  return {
    first: { ...window, beginTime },
    next: (pages) => {
      const last = pages.at(-1)?.value ?? []
      const oldest = last.at(-1)
      if (oldest === undefined || last.length < PAGE_SIZE) return null
      return { ...window, beginTime: oldest.placedAtMs }
    },
    idOf,
  }
}
