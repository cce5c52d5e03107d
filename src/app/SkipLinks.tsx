import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeFocus } from '#src/shell/page/arrive.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import styles from './SkipLinks.module.css'

/** Where a page's way on stands: the bar at its end, or the studio's "Done". */
const WAY_ON = '[data-bar] :is(button, a), [data-command="done"]'

/** The first Tab stops of every page: past its head, to its content or to its way on. */
export function SkipLinks() {
  const { t } = useTranslation('shop')
  const [wayOn, setWayOn] = useState(false)
  const look = () => setWayOn(document.querySelector(WAY_ON) !== null)
  const toContent = () => {
    const main = document.querySelector('main')
    if (main !== null) takeFocus(main)
  }
  return (
    <nav className={styles.links} aria-label={t('app.skip')} onFocus={look}>
      <button type="button" className={buttonClass({ variant: 'quiet' })} onClick={toContent}>
        {t('app.skip')}
      </button>
      {wayOn && (
        <button
          type="button"
          className={buttonClass({ variant: 'quiet' })}
          onClick={() => document.querySelector<HTMLElement>(WAY_ON)?.focus()}
        >
          {t('app.skipOn')}
        </button>
      )}
    </nav>
  )
}
