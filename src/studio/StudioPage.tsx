import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { addressOf } from '#src/shell/addresses.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { TornSheet } from '#src/ui/PrintMarks.tsx'
import { TooltipProvider } from '#src/ui/Tooltip.tsx'
import { Studio } from './frame/Studio.tsx'
import styles from './StudioPage.module.css'
import { useOpenDraft } from './use-open-draft.ts'

/** A worker draws the stage, on a canvas that is given to it: older browsers cannot give one away. */
const hasStage = (): boolean => 'transferControlToOffscreen' in HTMLCanvasElement.prototype

/** The design editor; says so where the browser is too old for it. */
export default function StudioPage() {
  const { t } = useTranslation('stage')
  return hasStage() ? <NamedDraft /> : <Refused words={t('open.tooOld')} />
}

/** Opens the draft that the address names. */
function NamedDraft() {
  const [parameters] = useSearchParams()
  const opening = useOpenDraft(parameters.get('draft'))
  if (opening.kind === 'opening') return null
  if (opening.kind === 'refused') return <Refused words={opening.words} />
  return (
    <TooltipProvider>
      <Studio />
    </TooltipProvider>
  )
}

function Refused({ words }: { words: string }) {
  const { t } = useTranslation('stage')
  return (
    <main className={styles.refused}>
      <EmptyState
        titleAs="h1"
        illustration={<TornSheet />}
        title={t('open.refused')}
        text={words}
        action={
          <Link className={buttonClass({ variant: 'primary' })} to={addressOf('mall')}>
            {t('open.toShop')}
          </Link>
        }
      />
    </main>
  )
}
