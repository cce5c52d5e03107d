import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readFile } from '#src/api/files.ts'
import { CakeIcon, DeviceMobileIcon } from '#src/ui/icons.ts'
import styles from './OrderPicture.module.css'

interface OrderPictureProps {
  readonly fileId: string | null
  readonly kind: 'phone-case' | 'cake'
}

/** The small picture that was ordered, or its product's sign. */
export function OrderPicture({ fileId, kind }: OrderPictureProps) {
  const { t } = useTranslation('store')
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (fileId === null) return
    const stop = new AbortController()
    let made: string | null = null
    void readFile(fileId, stop.signal).then((file) => {
      if (!file.ok || stop.signal.aborted) return
      made = URL.createObjectURL(file.value)
      setUrl(made)
    })
    return () => {
      stop.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [fileId])
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
