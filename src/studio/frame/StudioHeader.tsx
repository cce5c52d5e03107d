import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { addressOf } from '#src/shell/addresses.ts'
import { LanguageSwitch } from '#src/shell/LanguageSwitch.tsx'
import { ThemeSwitch } from '#src/shell/ThemeSwitch.tsx'
import { Wordmark } from '#src/shell/Wordmark.tsx'
import { useStudioLayout } from '#src/state/layout.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { findingCountAtom } from '#src/state/preflight.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ArrowLeftIcon } from '#src/ui/icons.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { CommandButton } from '../commands/CommandButton.tsx'
import { SaveMark } from './SaveMark.tsx'
import styles from './StudioHeader.module.css'
import { StudioMenu } from './StudioMenu.tsx'
import { TitleField } from './TitleField.tsx'

/** Way back, name, steps, and the way on. */
export function StudioHeader() {
  const { t } = useTranslation('stage')
  const layout = useStudioLayout()
  const roomy = layout === 'full'
  return (
    <header className={styles.header}>
      <VisuallyHidden>
        <h1>{t('pageTitle')}</h1>
      </VisuallyHidden>
      <Link className={styles.back} to={addressOf('mall')} aria-label={`${t('back')} · Stampa`}>
        <ArrowLeftIcon className={styles.arrow} />
        {roomy && <Wordmark />}
      </Link>
      <div className={styles.name}>{layout !== 'stacked' && <TitleField />}</div>
      <SaveMark words={roomy} />
      <div className={styles.steps}>
        <CommandButton id="undo" />
        <CommandButton id="redo" />
      </div>
      {roomy && (
        <div className={styles.switches}>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      )}
      <StudioMenu />
      <CommandButton id="preview" variant={roomy ? 'quiet' : 'ghost'} />
      <Done />
    </header>
  )
}

function Done() {
  const { t } = useTranslation('stage')
  const open = useSetAtom(openPanelAtom)
  const findings = useAtomValue(findingCountAtom)
  return (
    <Button
      variant="primary"
      className={styles.done}
      data-command="done"
      onClick={() => open('preflight')}
      {...(findings > 0 && {
        iconEnd: (
          <span aria-hidden="true" className={styles.count}>
            <Badge tone="warning">{findings}</Badge>
          </span>
        ),
      })}
    >
      <span aria-hidden={findings > 0}>{t('done')}</span>
      {findings > 0 && <VisuallyHidden>{t('doneFindings', { count: findings })}</VisuallyHidden>}
    </Button>
  )
}
