import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredSize } from '#core/contract/entities/goods.ts'
import type { RequestOf } from '#core/contract/service.ts'
import { deleteSize, saveSize, sizeList } from '#core/contract/services/goods.ts'
import { write } from '#src/api/cached-calls.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { useJob } from '#src/shell/jobs/use-job.ts'
import { checkedCakeAtom } from '#src/state/cake-size.ts'
import { layoutAtom, sizeOf } from '#src/state/imposition.ts'
import { cakeChoiceAtom } from '#src/state/product-choice.ts'
import { machineIdAtom } from '#src/state/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { FloppyDiskIcon, TrashIcon } from '#src/ui/icons.ts'
import { showToast } from '#src/ui/toasts.ts'
import styles from './SavedSizes.module.css'

/** The station's common sizes and the customer's own. */
export function SavedSizes() {
  const { t } = useTranslation('store')
  const machineId = useAtomValue(machineIdAtom)
  const { state, reload } = useCall(sizeList, machineId === null ? {} : { machine_id: machineId })
  return (
    <section className={styles.section} aria-labelledby="saved-sizes">
      <h2 className={styles.title} id="saved-sizes">
        {t('size.saved')}
      </h2>
      <Loaded state={state} reload={reload} lines={2}>
        {(sizes) => (
          <ul className={styles.list}>
            {sizes
              .filter(({ kind }) => kind !== 'built-in')
              .map((size) => (
                <SizeRow key={size.id} stored={size} />
              ))}
          </ul>
        )}
      </Loaded>
      <SaveThis />
    </section>
  )
}

function SizeRow({ stored }: { stored: StoredSize }) {
  const { t } = useTranslation('store')
  const { number, mm } = useFormats()
  const setCake = useSetAtom(cakeChoiceAtom)
  const setLayout = useSetAtom(layoutAtom)
  const { widthMm, heightMm, cornerRadiusMm, ...layout } = stored.size
  const use = () => {
    setCake((cake) => ({ ...cake, shape: 'custom', widthMm, heightMm, cornerRadiusMm }))
    setLayout(layout)
  }
  return (
    <li className={styles.row}>
      <button type="button" className={styles.use} onClick={use}>
        <span className={styles.name}>
          {stored.name} <Badge>{t(stored.kind === 'custom' ? 'size.custom' : 'size.common')}</Badge>
        </span>
        <span className={styles.detail}>
          {t('size.dimensions', {
            width: number(widthMm),
            height: mm(heightMm),
            count: layout.quantity,
          })}
        </span>
      </button>
      {stored.kind === 'custom' && <DeleteSize stored={stored} />}
    </li>
  )
}

function DeleteSize({ stored }: { stored: StoredSize }) {
  const { t } = useTranslation('store')
  const [asking, setAsking] = useState(false)
  const tell = useFaultToast()
  const remove = async () => {
    const answer = await write(deleteSize, { id: stored.id })
    if (!answer.ok) return tell(answer.fault)
    showToast({ text: t('size.deleted', { name: stored.name }) })
  }
  return (
    <>
      <IconButton
        label={t('size.delete', { name: stored.name })}
        icon={<TrashIcon />}
        tooltip={false}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('size.deleteTitle')}
        description={t('size.deleteText', { name: stored.name })}
        confirmLabel={t('size.deleteYes')}
        cancelLabel={t('size.keep')}
        danger
        onConfirm={() => void remove()}
      />
    </>
  )
}

function SaveThis() {
  const { t } = useTranslation('store')
  const { number, mm } = useFormats()
  const checked = useAtomValue(checkedCakeAtom)
  const layout = useAtomValue(layoutAtom)
  const { running, run } = useJob((given: RequestOf<typeof saveSize>) => write(saveSize, given))
  const tell = useFaultToast()
  const save = async () => {
    if (!checked.ok) return
    const { geometry } = checked.product
    const name = `${number(geometry.widthMm)} × ${mm(geometry.heightMm)}`
    const answer = await run({ name, size: sizeOf(geometry, layout) })
    if (!answer.ok) return tell(answer.fault)
    showToast({ text: t('size.kept', { name }), tone: 'good' })
  }
  return (
    <Button
      icon={<FloppyDiskIcon />}
      loading={running}
      disabled={!checked.ok}
      onClick={() => void save()}
    >
      {t('size.keepThis')}
    </Button>
  )
}
