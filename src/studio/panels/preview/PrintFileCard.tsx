import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bleedBox } from '#core/design/geometry.ts'
import { pxFromMm } from '#core/units.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { JobProgress } from '#src/shell/jobs/JobProgress.tsx'
import { useJob } from '#src/shell/jobs/use-job.ts'
import { designAtom } from '#src/state/editor.ts'
import {
  dropPrintAtom,
  makePrintAtom,
  type PrintSettings,
  printJobAtom,
} from '#src/state/print-job.ts'
import { offerDownload } from '#src/storage/offer-download.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckCircleIcon, DownloadSimpleIcon, ExportIcon, PrinterIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import type { PrintFile } from '#workers/compositor/api.ts'
import { FaultNote } from '../FaultNote.tsx'
import panel from '../panel.module.css'
import styles from './Preview.module.css'
import { canShareFile, shareFile } from './share-file.ts'

const RESOLUTIONS = [300, 600] as const

/** Makes the very file that the machine prints, on this device. */
export function PrintFileCard() {
  const { t } = useTranslation('panels')
  const [settings, setSettings] = useState<PrintSettings>({ format: 'png', dpi: 300 })
  return (
    <section className={styles.card} aria-labelledby="print-file">
      <h3 className={styles.title} id="print-file">
        {t('print.title')}
      </h3>
      <p className={panel.hint}>{t('print.text')}</p>
      <SegmentedControl
        label={t('print.format')}
        showLabel
        value={settings.format}
        onChange={(format) => setSettings({ ...settings, format })}
        options={[
          { value: 'png', label: t('print.png') },
          { value: 'pdf', label: t('print.pdf') },
        ]}
      />
      <SegmentedControl
        label={t('print.resolution')}
        showLabel
        value={String(settings.dpi)}
        onChange={(dpi) => setSettings({ ...settings, dpi: Number(dpi) })}
        options={RESOLUTIONS.map((dpi) => ({ value: String(dpi), label: t('print.dpi', { dpi }) }))}
      />
      <p className={panel.hint}>{t('print.dpiHint')}</p>
      <Measures settings={settings} />
      <Job settings={settings} />
    </section>
  )
}

function Measures({ settings }: { settings: PrintSettings }) {
  const { t } = useTranslation('panels')
  const { mm, number } = useFormats()
  const { geometry } = useAtomValue(designAtom).product
  const { widthMm, heightMm } = bleedBox(geometry)
  const px = (length: number) => number(Math.round(pxFromMm(length, settings.dpi)), 0)
  return (
    <p className={panel.quiet}>
      {t('print.will', {
        width: px(widthMm),
        height: px(heightMm),
        widthMm: mm(widthMm),
        heightMm: mm(heightMm),
      })}
    </p>
  )
}

function Job({ settings }: { settings: PrintSettings }) {
  const { t } = useTranslation('panels')
  const job = useAtomValue(printJobAtom)
  const make = useSetAtom(makePrintAtom)
  const drop = useSetAtom(dropPrintAtom)
  if (job.kind === 'running') {
    return <JobProgress label={t('print.making')} progress={job.progress} onCancel={() => drop()} />
  }
  if (job.kind === 'ready') return <Ready print={job.print} again={() => drop()} />
  return (
    <>
      {job.kind === 'failed' && <FaultNote fault={job.fault} />}
      <Button
        stretch
        icon={<PrinterIcon />}
        data-command="make-print"
        onClick={() => void make(settings)}
      >
        {t('print.make')}
      </Button>
    </>
  )
}

function Ready({ print, again }: { print: PrintFile; again: () => void }) {
  const { t } = useTranslation('panels')
  const { megabytes, number } = useFormats()
  const file = useMemo(() => new File([print.file], print.name, { type: print.mediaType }), [print])
  const { fault, run: share } = useJob(() => shareFile(file))
  return (
    <div className={styles.ready} data-print={print.sha256}>
      <p className={styles.readyTitle} role="status">
        <CheckCircleIcon aria-hidden="true" />
        {t('print.ready')}
      </p>
      <p className={panel.hint}>
        {t('print.facts', {
          format: t(print.mediaType === 'application/pdf' ? 'print.pdf' : 'print.png'),
          width: number(print.widthPx, 0),
          height: number(print.heightPx, 0),
          dpi: print.dpi,
          size: megabytes(print.file.size),
        })}
      </p>
      {fault !== null && <FaultNote fault={fault} />}
      <div className={panel.row}>
        <Button variant="ghost" onClick={again}>
          {t('print.again')}
        </Button>
        {canShareFile(file) && (
          <Button icon={<ExportIcon />} data-command="share-print" onClick={() => void share()}>
            {t('print.share')}
          </Button>
        )}
        <Button
          variant="primary"
          icon={<DownloadSimpleIcon />}
          data-command="download-print"
          onClick={() => offerDownload(print.file, print.name)}
        >
          {t('print.download')}
        </Button>
      </div>
    </div>
  )
}
