import { useTranslation } from 'react-i18next'
import { caseColours } from '#core/catalogue/cases.ts'
import { phoneModel } from '#core/catalogue/phone-models.ts'
import type { OrderedProduct } from '#core/contract/entities/order.ts'
import { useFormats } from '#src/i18n/formats.ts'

export interface ProductWords {
  readonly name: string
  readonly detail: string
  /** Width by height. */
  readonly size: string
}

/** A product in words. */
export function useProductWords(): (product: OrderedProduct) => ProductWords {
  const { t } = useTranslation(['store', 'shop'])
  const { number, mm } = useFormats()
  return (product) => {
    const size = t('shop:case.size', {
      width: number(product.widthMm),
      height: mm(product.heightMm),
    })
    if (product.kind === 'cake') {
      const shape = t(`shop:cake.${product.shape ?? 'custom'}`)
      const inches =
        product.sizeInches === null
          ? size
          : t('shop:cake.inch', { inches: number(product.sizeInches) })
      return { name: t('shop:choice.cake'), detail: `${shape} · ${inches}`, size }
    }
    const model = phoneModel(product.modelId ?? '')?.name ?? product.modelId ?? ''
    const material = t(`shop:material.${product.materialId}` as 'shop:material.matte')
    const colour = caseColours.find((each) => each.colour === product.caseColour)
    const colourName = colour
      ? t(`shop:caseColour.${colour.id}` as 'shop:caseColour.ivory')
      : product.caseColour
    return { name: model, detail: `${material} · ${colourName}`, size }
  }
}
