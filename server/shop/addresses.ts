import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { SavedAddress } from '#core/contract/entities/order.ts'
import { readPhone } from '../accounts/phone-numbers.ts'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { addresses } from '../database/schema.ts'
import { oneAtATime } from './one-at-a-time.ts'

type AddressServices = 'addressList' | 'saveAddress' | 'deleteAddress'
type AddressRow = typeof addresses.$inferSelect

/** One customer keeps at most so many addresses. */
const ADDRESSES_MAX = 50

const savedOf = ({ id, address, isDefault, latitude, longitude }: AddressRow): SavedAddress => ({
  ...address,
  id,
  isDefault,
  latitude,
  longitude,
})

/** A customer's receiving addresses: where there are any, one of them is the default. */
export function addressHandlers({ database, config }: Context): Handlers<AddressServices> {
  const listed = (queries: Queries, customerId: string) =>
    queries
      .select()
      .from(addresses)
      .where(eq(addresses.customerId, customerId))
      .orderBy(desc(addresses.isDefault), asc(addresses.createdAt))

  const makeDefault = (tx: Queries, customerId: string, id: string) =>
    tx
      .update(addresses)
      .set({ isDefault: sql`${addresses.id} = ${id}` })
      .where(eq(addresses.customerId, customerId))

  return {
    addressList: async ({ caller }) => (await listed(database, caller.customerId)).map(savedOf),

    saveAddress: ({ request, caller: { customerId } }) => {
      const { id, isDefault, latitude, longitude, ...fields } = request
      const address = { ...fields, phone: readPhone(fields.phone, config) }
      return oneAtATime(database, customerId, async (tx) => {
        const known = await listed(tx, customerId)
        if (id === undefined && known.length >= ADDRESSES_MAX) {
          throw new Refused('fields-wrong', { fields: { detail: 'too-many' } })
        }
        const othersHaveDefault = known.some((each) => each.isDefault && each.id !== id)
        const values = { address, latitude, longitude, isDefault: isDefault || !othersHaveDefault }
        const row = await write(tx, customerId, id, values)
        if (row.isDefault && othersHaveDefault) await makeDefault(tx, customerId, row.id)
        return savedOf(row)
      })
    },

    deleteAddress: ({ request, caller: { customerId } }) =>
      oneAtATime(database, customerId, async (tx) => {
        const [deleted] = await tx
          .delete(addresses)
          .where(and(eq(addresses.id, request.id), eq(addresses.customerId, customerId)))
          .returning({ isDefault: addresses.isDefault })
        if (deleted === undefined) throw new Refused('address-unknown')
        const [oldest] = await listed(tx, customerId)
        if (deleted.isDefault && oldest !== undefined) await makeDefault(tx, customerId, oldest.id)
        return {}
      }),
  }
}

/** @throws Refused `address-unknown` */
async function write(
  tx: Queries,
  customerId: string,
  id: string | undefined,
  values: Pick<AddressRow, 'address' | 'latitude' | 'longitude' | 'isDefault'>,
): Promise<AddressRow> {
  const [row] =
    id === undefined
      ? await tx
          .insert(addresses)
          .values({ ...values, customerId })
          .returning()
      : await tx
          .update(addresses)
          .set(values)
          .where(and(eq(addresses.id, id), eq(addresses.customerId, customerId)))
          .returning()
  if (row === undefined) throw new Refused('address-unknown')
  return row
}
