import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cakeProduct } from '#core/catalogue/cakes.ts'
import { caseProduct } from '#core/catalogue/cases.ts'
import type { Money } from '#core/commerce/money/money.ts'
import { goodsList } from '#core/contract/services/goods.ts'
import type { Product } from '#core/design/document.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { RenderedProduct } from '#src/product/RenderedProduct.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { useCall } from '#src/shell/calls/use-call.ts'
import { lowestPrice, priceOf } from '#src/state/goods.ts'
import styles from './Products.module.css'

const PRODUCTS_ID = 'products'

interface Offer {
  readonly id: 'matte' | 'clear' | 'leather' | 'round' | 'square'
  readonly product: Product | null
  readonly look: number
  /** Its `goods_feature_id`, or the category whose lowest price is shown. */
  readonly feature: string
  readonly to: string
}

const sampleModel = 'apple-iphone-15-pro'
const offers: readonly Offer[] = [
  {
    id: 'matte',
    product: caseProduct(sampleModel, 'matte', '#f6f1e7'),
    look: 0,
    feature: 'case/matte',
    to: addressOf('phoneDetails', { material: 'matte' }),
  },
  {
    id: 'round',
    product: cakeProduct('round', 8),
    look: 2,
    feature: 'cake',
    to: addressOf('size', { shape: 'round' }),
  },
  {
    id: 'leather',
    product: caseProduct(sampleModel, 'leather', '#8d5a38'),
    look: 1,
    feature: 'case/leather',
    to: addressOf('phoneDetails', { material: 'leather' }),
  },
  {
    id: 'square',
    product: cakeProduct('square', 10),
    look: 1,
    feature: 'cake',
    to: addressOf('size', { shape: 'square' }),
  },
]

/** Cases and cakes with their prices, as our renderer draws them. */
export function Products() {
  const { t } = useTranslation('store')
  const { state } = useCall(goodsList, {})
  const goods = state.kind === 'ready' ? state.value : []
  const price = ({ feature }: Offer) =>
    feature === 'cake' ? lowestPrice(goods, 'cake') : priceOf(goods, feature)
  return (
    <section className={styles.section} aria-labelledby={`${PRODUCTS_ID}-title`}>
      <h2 className={styles.title} id={`${PRODUCTS_ID}-title`}>
        {t('mall.products')}
      </h2>
      <ul className={styles.list}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <OfferCard offer={offer} price={price(offer)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OfferCard({ offer, price }: { offer: Offer; price: Money | null }) {
  const { t } = useTranslation('store')
  const { money } = useFormats()
  const name = t(`mall.offers.${offer.id}`)
  return (
    <Link className={styles.card} to={offer.to}>
      <span className={styles.picture}>
        {offer.product && (
          <RenderedProduct product={offer.product} look={offer.look} label={name} />
        )}
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.price}>
        {price === null ? '\u00a0' : t('mall.from', { price: money(price) })}
      </span>
    </Link>
  )
}
