import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { shareDone } from '#src/shell/jobs/share-done.ts'
import { cancelIntakeAtom, dismissIntakeAtom, type Intake, intakesAtom } from '#src/state/photos.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { WarningCircleIcon, XIcon } from '#src/ui/icons.ts'
import { ProgressRing } from '#src/ui/Progress.tsx'
import { useFaultWords } from '../use-fault-words.ts'
import styles from './IntakeList.module.css'

/** Photos on their way in, each with its cancel, and those that were refused, each with its reason. */
export function IntakeList() {
  const intakes = useAtomValue(intakesAtom)
  if (intakes.length === 0) return null
  return (
    <ul className={styles.list} aria-live="polite">
      {intakes.map((intake) => (
        <li key={intake.id}>
          {intake.fault ? <Refused intake={intake} /> : <Coming intake={intake} />}
        </li>
      ))}
    </ul>
  )
}

function Coming({ intake }: { intake: Intake }) {
  const { t } = useTranslation('panels')
  const cancel = useSetAtom(cancelIntakeAtom)
  const { id, name, progress } = intake
  return (
    <div className={styles.item}>
      <ProgressRing
        label={t('photos.coming', { name })}
        value={shareDone(progress)}
        size={44}
        onCancel={() => cancel(id)}
        cancelLabel={t('photos.stop', { name })}
      />
      <span className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.stage}>
          {progress === null ? t('photos.waiting') : t(`jobs.${progress.stage}`)}
        </span>
      </span>
    </div>
  )
}

/** What is no photo in spite of its name, as one that lies in a cloud and has not come from it. */
const isNamedLikeOne = ({ name, fault }: Intake) =>
  fault?.code === 'upload-format' && /\.(png|jpe?g)$/i.test(name)

function Refused({ intake }: { intake: Intake }) {
  const { t } = useTranslation('panels')
  const dismiss = useSetAtom(dismissIntakeAtom)
  const words = useFaultWords()
  if (intake.fault === null) return null
  return (
    <div className={styles.refused} role="alert">
      <WarningCircleIcon className={styles.sign} aria-hidden="true" />
      <span className={styles.words}>
        <bdi className={styles.name}>{intake.name}</bdi>
        <span>{isNamedLikeOne(intake) ? t('photos.noPhoto') : words(intake.fault)}</span>
      </span>
      <IconButton
        label={t('dismiss')}
        icon={<XIcon />}
        size="small"
        onClick={() => dismiss(intake.id)}
      />
    </div>
  )
}
