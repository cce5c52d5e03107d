import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Size } from '#core/commerce/sizes/size.ts'
import type { Machine } from '#core/contract/entities/machine.ts'
import { orderedProduct } from '#core/contract/entities/ordered-product.ts'
import type { Design } from '#core/design/document.ts'
import { useProductWords } from '#src/order/product-words.ts'
import { useDesignPicture } from '#src/product/use-design-picture.ts'
import { addressOf, studioPath } from '#src/shell/addresses.ts'
import type { Called } from '#src/shell/calls/use-call.ts'
import { stateWords, toneOfState } from '#src/shell/station-words.ts'
import { Badge } from '#src/ui/Badge.tsx'
import styles from './Ordered.module.css'

interface OrderedProps {
  readonly design: Design
  readonly size: Size | null
  readonly machine: Called<Machine>
}

/** The design that is ordered, on what, and where it will be printed. */
export function Ordered({ design, size, machine }: OrderedProps) {
  const { t } = useTranslation('store')
  const words = useProductWords()(orderedProduct(design.product))
  const picture = useDesignPicture(design)
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        {picture && <img src={picture} alt={t('order.picture')} />}
      </div>
      <div className={styles.words}>
        <h2 className={styles.name}>{words.name}</h2>
        <p className={styles.detail}>{words.detail}</p>
        <p className={styles.detail}>{words.size}</p>
        {size !== null && (
          <Link to={addressOf('goodsOrderSize', { draft: design.id })}>
            {t('place.copies', { count: size.quantity })}
          </Link>
        )}
        {machine.kind === 'ready' && (
          <p className={styles.station}>
            {machine.value.name}{' '}
            <Badge tone={toneOfState[machine.value.state]}>
              {stateWords(t, machine.value.state)}
            </Badge>
          </p>
        )}
        <Link to={studioPath(design.id)}>{t('place.edit')}</Link>
      </div>
    </article>
  )
}
