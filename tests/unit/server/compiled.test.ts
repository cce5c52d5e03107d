import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { placeOrder } from '#core/contract/services/orders.ts'
import { services } from '#core/contract/services.ts'
import { newDesign } from '#core/design/create.ts'
import { limits } from '#core/limits.ts'
import { compiled } from '#server/calls/compiled.ts'
import { validate } from '#server/calls/validate.ts'
import { blackCase } from '../../contract/order-requests.ts'

const good = {
  machine_id: 'M001',
  quantity: 1,
  pickup: true,
  claim: 'a claim',
  printFile: 'a file',
  expectedTotalMinor: 4900,
  idempotencyKey: randomUUID(),
  remarks: '  at the door ',
  nobody: 'asked for this',
}
const design = newDesign(blackCase(), randomUUID())

it('an order is read alike, member after member: its hash tells one request from another', () => {
  const read = compiled(placeOrder.request).parse({ ...good, design })
  expect(JSON.stringify(read)).toBe(JSON.stringify(placeOrder.request.parse({ ...good, design })))
  expect(read.remarks).toBe('at the door')
})

it.each([
  ['no design', good],
  ['a design of another kind', { ...good, design: { version: 1 } }],
  [
    'a design that is too long',
    { ...good, design: { ...design, title: 'a'.repeat(limits.designJsonMax) } },
  ],
  ['two wrong fields', { ...good, design, quantity: 0, pickup: 'yes' }],
  ['a key that is none', { ...good, design, idempotencyKey: 'one' }],
  ['null', null],
])('what is wrong with %s is said as the schema says it', (_, given) => {
  const plain = placeOrder.request.safeParse(given)
  expect(plain.success).toBe(false)
  expect(compiled(placeOrder.request).safeParse(given).error?.issues).toEqual(plain.error?.issues)
  expect(validate(placeOrder.request, given, 100)).toMatchObject({ ok: false })
})

it.each(Object.entries(services))(
  'nothing is no request of %s but where it is one',
  (_, { request, answer }) => {
    for (const schema of [request, answer]) {
      for (const given of [{}, [], null, 'text', { s: 'x' }]) {
        const plain = schema.safeParse(given)
        const read = compiled(schema).safeParse(given)
        expect(read.success).toBe(plain.success)
        expect(read.data).toEqual(plain.data)
        expect(read.error?.issues).toEqual(plain.error?.issues)
      }
    }
  },
)

it('a schema is compiled once', () => {
  expect(compiled(placeOrder.answer)).toBe(compiled(placeOrder.answer))
  expect(compiled(placeOrder.answer)).not.toBe(placeOrder.answer)
})
