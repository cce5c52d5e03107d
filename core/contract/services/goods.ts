import { z } from 'zod'
import { sizeSchema } from '../../commerce/sizes/size.ts'
import { text } from '../../schema/text.ts'
import { categorySchema, goodsSchema, storedSizeSchema } from '../entities/goods.ts'
import { machineIdSchema } from '../entities/machine.ts'
import { endpoints, openService, service } from '../service.ts'

export const goodsList = openService({
  name: 'Goods.getList',
  endpoint: endpoints.shop,
  summary: 'What can be bought, with prices.',
  request: z.object({}),
  answer: z.array(goodsSchema),
})

export const categoryList = openService({
  name: 'GoodsCategory.getList',
  endpoint: endpoints.shop,
  summary: 'The categories of goods and where their prices begin.',
  request: z.object({}),
  answer: z.array(categorySchema),
})

export const sizeList = service({
  name: 'Size.getList',
  endpoint: endpoints.shop,
  summary: 'Built-in sizes, the common ones of a machine, and the customer’s own.',
  request: z.object({ machine_id: machineIdSchema.optional() }),
  answer: z.array(storedSizeSchema),
})

export const saveSize = service({
  name: 'Size.save',
  endpoint: endpoints.shop,
  summary: 'Keeps a size of the customer’s own.',
  request: z.object({ name: text().trim().min(1).max(40), size: sizeSchema }),
  answer: storedSizeSchema,
})

export const deleteSize = service({
  name: 'Size.delete',
  endpoint: endpoints.shop,
  summary: 'Deletes a size of the customer’s own.',
  request: z.object({ id: z.uuid() }),
  answer: z.object({}),
  refusals: ['size-unknown'],
})
