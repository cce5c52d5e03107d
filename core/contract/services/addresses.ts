import { z } from 'zod'
import { addressSchema, savedAddressSchema } from '../entities/order.ts'
import { endpoints, service } from '../service.ts'

export const addressList = service({
  name: 'Address.getList',
  endpoint: endpoints.shop,
  summary: 'The customer’s receiving addresses, the default one first.',
  request: z.object({}),
  answer: z.array(savedAddressSchema),
})

export const saveAddress = service({
  name: 'Address.save',
  endpoint: endpoints.shop,
  summary: 'Keeps a receiving address; with an id it replaces that one.',
  request: addressSchema.extend({
    id: z.uuid().optional(),
    isDefault: z.boolean().default(false),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
  }),
  answer: savedAddressSchema,
  refusals: ['address-unknown'],
})

export const deleteAddress = service({
  name: 'Address.delete',
  endpoint: endpoints.shop,
  summary: 'Deletes a receiving address; orders keep their own copy.',
  request: z.object({ id: z.uuid() }),
  answer: z.object({}),
  refusals: ['address-unknown'],
})
