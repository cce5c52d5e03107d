import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { addressOf } from '#src/shell/addresses.ts'
import { flushDraftAtom } from '#src/state/drafts.ts'
import { designAtom } from '#src/state/editor.ts'
import { Button } from '#src/ui/Button.tsx'
import { ArrowRightIcon } from '#src/ui/icons.ts'
import panel from '../panel.module.css'
import styles from './Preview.module.css'

/** From the finished product to its order; what was edited last is saved first. */
export function OrderThis() {
  const { t } = useTranslation('store')
  const { id } = useAtomValue(designAtom)
  const flush = useSetAtom(flushDraftAtom)
  const navigate = useNavigate()
  const goOn = async () => {
    await flush()
    await navigate(addressOf('placeOrder', { draft: id }))
  }
  return (
    <section className={styles.card}>
      <Button
        variant="primary"
        size="large"
        stretch
        iconEnd={<ArrowRightIcon className={styles.arrow} />}
        data-command="order"
        onClick={() => void goOn()}
      >
        {t('studio.order')}
      </Button>
      <p className={panel.hint}>{t('studio.orderText')}</p>
    </section>
  )
}
