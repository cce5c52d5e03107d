import { z } from 'zod'
import { geometrySchema } from '../document.ts'

const presetInches = [4, 6, 8, 10, 12]

/** A product of version 1: its outline was all that said how large a custom cake is. */
const documentSchema = z.looseObject({
  product: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('phone-case') }),
    z.object({
      kind: z.literal('cake'),
      shape: z.enum(['round', 'square', 'custom']),
      sizeInches: z.number().nullable(),
      geometry: geometrySchema,
    }),
  ]),
})

/** To version 2: the product is a choice of the catalogue, of the version that stood then. */
export function fromVersion1(document: unknown): unknown {
  const { product, ...rest } = documentSchema.parse(document)
  return { ...rest, version: 2, product: { ...chosen(product), catalogueVersion: 1 } }
}

function chosen(product: z.infer<typeof documentSchema>['product']) {
  if (product.kind === 'phone-case') return product
  const { kind, shape, sizeInches, geometry } = product
  if (shape !== 'custom' && presetInches.includes(sizeInches ?? 0)) return product
  const { widthMm, heightMm, cornerRadiusMm } = geometry
  return { kind, shape: 'custom', widthMm, heightMm, cornerRadiusMm, geometry }
}
