import { z } from 'zod'

const documentSchema = z.looseObject({ layers: z.array(z.looseObject({ kind: z.string() })) })

/** To version 4: photos may be adjusted; those of before show their own light and colours. */
export function fromVersion3(document: unknown): unknown {
  const { layers, ...rest } = documentSchema.parse(document)
  return {
    ...rest,
    version: 4,
    layers: layers.map((layer) =>
      layer.kind === 'photo' ? { ...layer, adjustments: null } : layer,
    ),
  }
}
