import { z } from 'zod'
import { moneySchema } from '../../commerce/money/money.ts'
import { sizeKinds, sizeSchema } from '../../commerce/sizes/size.ts'

export const goodsSchema = z.object({
  /** The specification's `goods_feature_id`: `case/matte`, `cake/8`. */
  goods_feature_id: z.string(),
  category: z.enum(['phone-case', 'cake']),
  price: moneySchema,
  /** Each piece, or each square decimetre of the print. */
  per: z.enum(['piece', 'dm2']),
})
export type Goods = z.infer<typeof goodsSchema>

export const categorySchema = z.object({
  id: z.enum(['phone-case', 'cake']),
  from: moneySchema,
})

/** A size that can be chosen. */
export const storedSizeSchema = z.object({
  id: z.string(),
  kind: z.enum(sizeKinds),
  name: z.string(),
  size: sizeSchema,
})
export type StoredSize = z.infer<typeof storedSizeSchema>
