import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Finding, Severity } from '#core/design/preflight.ts'
import { JobProgress } from '#src/shell/jobs/JobProgress.tsx'
import { faceFaultAtom, faceLookAtom, findFacesAtom, stopFacesAtom } from '#src/state/faces.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import {
  findingsAtom,
  inspectPrintAtom,
  isLookedAtAtom,
  preflightFaultAtom,
} from '#src/state/preflight.ts'
import { useOwnOver } from '#src/state/studio-over.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { EyeIcon, ShieldCheckIcon } from '#src/ui/icons.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import { FaultNote } from '../FaultNote.tsx'
import panel from '../panel.module.css'
import { IntakeList } from '../photos/IntakeList.tsx'
import { Section } from '../Section.tsx'
import { FindingCard } from './FindingCard.tsx'
import styles from './Preflight.module.css'

const severities: readonly Severity[] = ['serious', 'warning', 'notice']

/** What is worth a look before the design is ordered; nothing of it blocks the way on. */
export function PreflightPanel() {
  const { t } = useTranslation('panels')
  const findings = useAtomValue(findingsAtom)
  const fault = useAtomValue(preflightFaultAtom)
  const inspect = useSetAtom(inspectPrintAtom)
  return (
    <div className={panel.whole}>
      {fault !== null && (
        <FaultNote fault={fault}>
          <Button onClick={() => void inspect()}>{t('tryAgain')}</Button>
        </FaultNote>
      )}
      {findings.length === 0 ? (
        fault === null && <AllGood />
      ) : (
        <>
          <p className={panel.hint} role="status">
            {t('preflight.count', { count: findings.length })}
          </p>
          {severities.map((severity) => (
            <Findings
              key={severity}
              severity={severity}
              findings={findings.filter((finding) => finding.severity === severity)}
            />
          ))}
        </>
      )}
      <FaceLook />
      <IntakeList />
      <Continue findings={findings} />
    </div>
  )
}

/** The finished product is where the look ends for those who do not wait for it here. */
const leaveFacesAtom = atom(null, (get, set) => {
  if (get(openPanelAtom) !== 'preview') set(stopFacesAtom)
})

/**
 * Looks for covered faces while the panel is open; here the networks may be fetched. It can be
 * stopped, and holds nobody up.
 */
function FaceLook() {
  const { t } = useTranslation('panels')
  const look = useAtomValue(faceLookAtom)
  const fault = useAtomValue(faceFaultAtom)
  const find = useSetAtom(findFacesAtom)
  const stop = useSetAtom(stopFacesAtom)
  const leave = useSetAtom(leaveFacesAtom)
  useEffect(() => {
    void find({ fetches: true })
    return () => leave()
  }, [find, leave])
  if (fault !== null) {
    return (
      <FaultNote fault={fault}>
        <Button onClick={() => void find({ fetches: true })}>{t('tryAgain')}</Button>
      </FaultNote>
    )
  }
  if (look === null) return null
  return <JobProgress label={t('preflight.faces')} progress={look.progress} onCancel={stop} />
}

function AllGood() {
  const { t } = useTranslation('panels')
  const looked = useAtomValue(isLookedAtAtom)
  const facesAwaited = useAtomValue(faceLookAtom) !== null
  if (!looked || facesAwaited) return <Looking />
  return (
    <div className={styles.good} role="status">
      <ShieldCheckIcon aria-hidden="true" />
      <strong>{t('preflight.good')}</strong>
      <p>{t('preflight.goodText')}</p>
    </div>
  )
}

function Looking() {
  const { t } = useTranslation('panels')
  return (
    <div className={styles.looking} role="status">
      <Spinner size={28} />
      <p>{t('preflight.looking')}</p>
    </div>
  )
}

function Findings({ severity, findings }: { severity: Severity; findings: readonly Finding[] }) {
  const { t } = useTranslation('panels')
  if (findings.length === 0) return null
  return (
    <Section title={t(`preflight.${severity}`)}>
      <ul className={styles.list}>
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.layerId ?? ''} ${finding.slotId ?? ''}`}>
            <FindingCard finding={finding} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** On to the finished product; a blank print is asked about once more. */
function Continue({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation('panels')
  const openPanel = useSetAtom(openPanelAtom)
  const [asking, setAsking] = useOwnOver()
  const blank = findings.some(({ code }) => code === 'blank-print')
  const worrying = findings.some(({ severity }) => severity !== 'notice')
  const preview = () => openPanel('preview')
  return (
    <div className={panel.foot}>
      <Button
        variant={worrying ? 'quiet' : 'primary'}
        size="large"
        stretch
        icon={<EyeIcon />}
        data-command="continue"
        onClick={() => (blank ? setAsking(true) : preview())}
      >
        {t(worrying ? 'preflight.continueAnyway' : 'preflight.continue')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('preflight.blankTitle')}
        description={t('preflight.blankText')}
        confirmLabel={t('preflight.blankConfirm')}
        cancelLabel={t('preflight.blankBack')}
        onConfirm={preview}
      />
    </div>
  )
}
