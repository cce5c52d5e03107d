import type { Product } from '../../design/document.ts'
import type { OrderedProduct } from './order.ts'

/** What an order shows of a design's product. */
export const orderedProduct = (product: Product): OrderedProduct => ({
  kind: product.kind,
  modelId: product.kind === 'phone-case' ? product.modelId : null,
  materialId: product.kind === 'phone-case' ? product.materialId : null,
  caseColour: product.kind === 'phone-case' ? product.caseColour : null,
  shape: product.kind === 'cake' ? product.shape : null,
  sizeInches: product.kind === 'cake' && product.shape !== 'custom' ? product.sizeInches : null,
  widthMm: product.geometry.widthMm,
  heightMm: product.geometry.heightMm,
})
