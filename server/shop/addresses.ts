import { and, asc, desc, eq, ne } from 'drizzle-orm'
import type { SavedAddress } from '#core/contract/entities/order.ts'
import { readPhone } from '../accounts/phone-numbers.ts'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { addresses } from '../database/schema.ts'

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

/** A customer's receiving addresses. */
export function addressHandlers({ database, config }: Context): Handlers<AddressServices> {
  const listed = (customerId: string) =>
    database
      .select()
      .from(addresses)
      .where(eq(addresses.customerId, customerId))
      .orderBy(desc(addresses.isDefault), asc(addresses.createdAt))

  return {
    addressList: async ({ caller }) => (await listed(caller.customerId)).map(savedOf),

    saveAddress: async ({ request, caller }) => {
      const { id, isDefault, latitude, longitude, ...fields } = request
      const address = { ...fields, phone: readPhone(fields.phone, config) }
      const { customerId } = caller
      const known = await listed(customerId)
      if (id === undefined && known.length >= ADDRESSES_MAX) {
        throw new Refused('fields-wrong', { fields: { detail: 'too-many' } })
      }
      const values = { address, latitude, longitude, isDefault: isDefault || known.length === 0 }
      return await database.transaction(async (tx) => {
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
        if (row.isDefault) {
          await tx
            .update(addresses)
            .set({ isDefault: false })
            .where(and(eq(addresses.customerId, customerId), ne(addresses.id, row.id)))
        }
        return savedOf(row)
      })
    },

    deleteAddress: async ({ request, caller }) => {
      const deleted = await database
        .delete(addresses)
        .where(and(eq(addresses.id, request.id), eq(addresses.customerId, caller.customerId)))
        .returning({ id: addresses.id })
      if (deleted.length === 0) throw new Refused('address-unknown')
      return {}
    },
  }
}
