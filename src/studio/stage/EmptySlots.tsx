import { useAtomValue, useSetAtom } from 'jotai'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Slot } from '#core/design/layouts.ts'
import { emptySlots } from '#core/design/slot-state.ts'
import { viewFromMm } from '#core/design/view.ts'
import { designAtom } from '#src/state/editor.ts'
import { addPhotosAtom } from '#src/state/photos.ts'
import { stageModeAtom, viewAtom } from '#src/state/view.ts'
import { PlusIcon } from '#src/ui/icons.ts'
import styles from './Stage.module.css'

/** A button in every slot that still waits for its photo. */
export function EmptySlots() {
  const design = useAtomValue(designAtom)
  const doodling = useAtomValue(stageModeAtom) === 'doodle'
  if (doodling) return null
  return emptySlots(design).map((slot) => <EmptySlot key={slot.id} slot={slot} />)
}

function EmptySlot({ slot }: { slot: Slot }) {
  const { t } = useTranslation('panels')
  const input = useRef<HTMLInputElement>(null)
  const add = useSetAtom(addPhotosAtom)
  const { xPx, yPx } = viewFromMm(useAtomValue(viewAtom), slot)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    if (files.length > 0) void add({ files, slotId: slot.id })
  }
  return (
    <>
      <button
        type="button"
        className={styles.slot}
        style={{ transform: `translate(${xPx}px, ${yPx}px) translate(-50%, -50%)` }}
        aria-label={t('layout.fill', { number: slot.number })}
        onClick={() => input.current?.click()}
      >
        <PlusIcon />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,.png,.jpg,.jpeg"
        data-slot={slot.number}
        onChange={take}
      />
    </>
  )
}
