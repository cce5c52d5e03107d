import { useTranslation } from 'react-i18next'
import type { Layer } from '#core/design/document.ts'

const EXCERPT_LENGTH = 24

/** What a layer is called: the customer's name for it, its words, or its kind. */
export function useLayerName(): (layer: Layer) => string {
  const { t } = useTranslation('panels')
  return (layer) => {
    if (layer.name !== '') return layer.name
    if (layer.kind !== 'text') return t(`layers.${layer.kind}`)
    const words = layer.text.replaceAll(/\s+/g, ' ').trim()
    return words.length > EXCERPT_LENGTH ? `${words.slice(0, EXCERPT_LENGTH)}…` : words
  }
}
