import { z } from 'zod'

const documentSchema = z.looseObject({ layers: z.array(z.looseObject({ kind: z.string() })) })

/** To version 3: texts may wrap; those of before break at their own line ends alone. */
export function fromVersion2(document: unknown): unknown {
  const { layers, ...rest } = documentSchema.parse(document)
  return {
    ...rest,
    version: 3,
    layers: layers.map((layer) =>
      layer.kind === 'text' ? { ...layer, wrapMm: null, softBreaks: [] } : layer,
    ),
  }
}
