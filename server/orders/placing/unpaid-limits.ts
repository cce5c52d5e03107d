import { limits } from '#core/limits.ts'

/** A network's unpaid orders hold at most such a part of a station's slots. */
const SLOTS_SHARE = 1 / 4
/** Unpaid orders of a customer or a network hold at most such a part of an item's stock, or one piece. */
const STOCK_SHARE = 1 / 4
/** Unpaid orders of a network that use one coupon. */
const COUPON_USES = 2
/** What was not paid counts so long for its network: who lets orders lapse holds no more of them. */
const REMEMBERED_MS = 3_600_000

/**
 * What keeps one visitor from holding a station, or a coupon's last use, without paying: read by the
 * database's function `place_orders`, which counts. A customer's own orders are counted exactly, for
 * their placements take turns; a network's may overshoot by those that are placed in the same instant.
 * @param factor multiplies the limits, where many customers share one network address
 */
export const unpaidLimits = (machine: { readonly slots: number }, factor: number, now: Date) => ({
  own: limits.unpaidOrdersMax * factor,
  ownSaid: limits.unpaidOrdersMax,
  slots: Math.max(limits.unpaidOrdersMax, Math.floor(machine.slots * SLOTS_SHARE)) * factor,
  coupons: COUPON_USES * factor,
  stockShare: STOCK_SHARE,
  factor,
  rememberedAfter: new Date(now.getTime() - REMEMBERED_MS),
})
export type UnpaidLimits = ReturnType<typeof unpaidLimits>
