import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { cakeInches } from '#core/catalogue/cakes.ts'
import { sizeSchema } from '#core/commerce/sizes/size.ts'
import type { StoredSize } from '#core/contract/entities/goods.ts'
import { mmFromInches } from '#core/units.ts'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { sizes } from '../database/schema.ts'
import { oneAtATime } from './one-at-a-time.ts'

type SizeServices = 'sizeList' | 'saveSize' | 'deleteSize'
type SizeRow = typeof sizes.$inferSelect

/** One customer keeps at most so many sizes. */
const OWN_SIZES_MAX = 100

/** The preset cakes, round and square, one copy each. */
const builtIn: readonly StoredSize[] = (['round', 'square'] as const).flatMap((shape) =>
  cakeInches.map((inches): StoredSize => {
    const side = mmFromInches(inches)
    return {
      id: `${shape}-${inches}`,
      kind: 'built-in',
      name: `${shape}-${inches}`,
      size: sizeSchema.parse({
        widthMm: side,
        heightMm: side,
        cornerRadiusMm: shape === 'round' ? side / 2 : 0,
        orientation: 'portrait',
        spacingMm: 0,
        quantity: 1,
        rows: 1,
        columns: 1,
        bottomMarginMm: 0,
        rightMarginMm: 0,
      }),
    }
  }),
)

const storedOf = ({ id, customerId, name, size }: SizeRow): StoredSize => ({
  id,
  kind: customerId === null ? 'common' : 'custom',
  name,
  size,
})

/** Sizes that can be chosen: shipped, a machine's, a customer's own. */
export function sizeHandlers({ database }: Context): Handlers<SizeServices> {
  return {
    sizeList: async ({ request, caller }) => {
      const ofMachine = and(
        isNull(sizes.customerId),
        request.machine_id === undefined ? undefined : eq(sizes.machineId, request.machine_id),
      )
      const rows = await database
        .select()
        .from(sizes)
        .where(or(eq(sizes.customerId, caller.customerId), ofMachine))
        .orderBy(asc(sizes.createdAt))
      return [...builtIn, ...rows.map(storedOf)]
    },

    saveSize: async ({ request, caller }) => {
      const { customerId } = caller
      return await oneAtATime(database, customerId, async (tx) => {
        const own = await tx
          .select({ id: sizes.id })
          .from(sizes)
          .where(eq(sizes.customerId, customerId))
        if (own.length >= OWN_SIZES_MAX) {
          throw new Refused('fields-wrong', { fields: { name: 'too-many' } })
        }
        const [row] = await tx
          .insert(sizes)
          .values({ ...request, customerId })
          .returning()
        if (row === undefined) throw new Error('a new size has no row')
        return storedOf(row)
      })
    },

    deleteSize: async ({ request, caller }) => {
      const deleted = await database
        .delete(sizes)
        .where(and(eq(sizes.id, request.id), eq(sizes.customerId, caller.customerId)))
        .returning({ id: sizes.id })
      if (deleted.length === 0) throw new Refused('size-unknown')
      return {}
    },
  }
}
