import { useTranslation } from 'react-i18next'
import { CakeIcon, DeviceMobileIcon } from '#src/ui/icons.ts'
import styles from './OrderPicture.module.css'
import { useOrderPicture } from './use-order-picture.ts'

interface OrderPictureProps {
  readonly fileId: string | null
  readonly kind: 'phone-case' | 'cake'
}

/** The small picture that was ordered, or its product's sign. */
export function OrderPicture({ fileId, kind }: OrderPictureProps) {
  const { t } = useTranslation('store')
  const url = useOrderPicture(fileId)
  return (
    <span className={styles.picture}>
      {url === null ? (
        kind === 'cake' ? (
          <CakeIcon aria-hidden="true" />
        ) : (
          <DeviceMobileIcon aria-hidden="true" />
        )
      ) : (
        <img src={url} alt={t('order.picture')} />
      )}
    </span>
  )
}
