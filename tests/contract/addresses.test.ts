import { beforeEach, expect, it } from 'vitest'
import { addressList, deleteAddress, saveAddress } from '#core/contract/services/addresses.ts'
import { saveSize, sizeList } from '#core/contract/services/goods.ts'
import { unwrap } from '#core/errors.ts'
import { goodAddress, goodSize } from './good-requests.ts'
import { newCustomer, openShopOfFile } from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '100' })
let token: string
beforeEach(async () => {
  token = await newCustomer(shop)
})

const save = async (fields: object = {}) =>
  unwrap(await shop.call(saveAddress, { ...goodAddress, ...fields }, { token })).value
const listed = async () => unwrap(await shop.call(addressList, {}, { token })).value
const defaults = async () =>
  (await listed()).filter(({ isDefault }) => isDefault).map(({ id }) => id)

it('fifty addresses are kept and no more, however many are saved at once', async () => {
  const saves = await Promise.all(
    Array.from({ length: 120 }, () => shop.call(saveAddress, goodAddress, { token })),
  )
  expect(saves.filter(({ ok }) => ok)).toHaveLength(50)
  expect(await listed()).toHaveLength(50)
  expect(await defaults()).toHaveLength(1)
})

it('a hundred sizes are kept and no more, however many are saved at once', async () => {
  const size = { name: 'Cupcakes', size: goodSize }
  const saves = await Promise.all(
    Array.from({ length: 130 }, () => shop.call(saveSize, size, { token })),
  )
  expect(saves.filter(({ ok }) => ok)).toHaveLength(100)
  const own = unwrap(await shop.call(sizeList, {}, { token })).value
  expect(own.filter(({ kind }) => kind === 'custom')).toHaveLength(100)
})

it('the only address stays the default when it is changed', async () => {
  const { id } = await save()
  await save({ id, isDefault: false, city: 'Beijing' })
  expect(await defaults()).toEqual([id])
})

it('one address is the default, the one that was made it last', async () => {
  const [one, two] = [await save(), await save()]
  expect(await defaults()).toEqual([one.id])
  await save({ id: two.id, isDefault: true })
  expect(await defaults()).toEqual([two.id])
  await save({ id: two.id, isDefault: false })
  expect(await defaults()).toEqual([two.id])
})

it('the oldest becomes the default when the default is deleted', async () => {
  const [one, two, three] = [await save(), await save(), await save({ isDefault: true })]
  unwrap(await shop.call(deleteAddress, { id: three.id }, { token }))
  expect(await defaults()).toEqual([one.id])
  unwrap(await shop.call(deleteAddress, { id: one.id }, { token }))
  expect(await defaults()).toEqual([two.id])
})

it('an unknown address changes nothing', async () => {
  await save()
  const before = await listed()
  const unknown = { ...goodAddress, id: crypto.randomUUID(), isDefault: true }
  expect(await shop.call(saveAddress, unknown, { token })).toMatchObject({
    fault: { code: 'address-unknown' },
  })
  expect(await listed()).toEqual(before)
})
