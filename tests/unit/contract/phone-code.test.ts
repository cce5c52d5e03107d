import { expect, it } from 'vitest'
import { phoneCodeSchema } from '#core/contract/entities/account.ts'

it.each(['012345', ' 012 345 ', '012-345', '٠١٢٣٤٥', '۰۱۲۳۴۵', '০১২৩৪৫', '０１２３４５'])(
  'the code 012345 may be typed as %s',
  (typed) => expect(phoneCodeSchema.parse(typed)).toBe('012345'),
)

it.each(['', '12345', '1234567', '12345a', '１２３４'])('%s is no code', (typed) =>
  expect(phoneCodeSchema.safeParse(typed).success).toBe(false),
)
