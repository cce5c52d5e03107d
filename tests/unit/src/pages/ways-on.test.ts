import { describe, expect, it } from 'vitest'
import { addressAfterChoice } from '#src/pages/location/after-choice.ts'
import { fieldLabels } from '#src/shell/field-labels.ts'

describe('a customer who has chosen a station', () => {
  it('goes on to where they were going', () => {
    expect(addressAfterChoice('/pages/mall/size?shape=round')).toBe('/pages/mall/size?shape=round')
  })

  it.each([null, '', '/pages/nowhere', 'https://elsewhere.example', '//elsewhere.example'])(
    'goes to the shop from %s',
    (next) => {
      expect(addressAfterChoice(next)).toBe('/pages/index/mall')
    },
  )
})

describe('a refusal of a form', () => {
  it('names the fields by their labels, each once', () => {
    const params = { 'size.widthMm': 'too_big', 'size.rows': 'too_small', email: 'invalid_format' }
    expect(fieldLabels(params)).toEqual(['size.pageTitle', 'address.fields.email'])
  })

  it('names none that the customer has not filled in', () => {
    expect(fieldLabels({ idempotencyKey: 'invalid_format', request: 'x' })).toEqual([])
  })
})
