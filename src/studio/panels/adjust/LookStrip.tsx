import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lookIds } from '#core/adjustments/looks.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { setLook } from '#core/design/edits/adjust.ts'
import { editAtom } from '#src/state/editor.ts'
import { useRovingFocus } from '#src/ui/roving-focus.ts'
import { Section } from '../Section.tsx'
import { TilePicture } from '../TilePicture.tsx'
import { AdjustmentSlider } from './AdjustmentSlider.tsx'
import styles from './LookStrip.module.css'
import { useLookPictures } from './use-look-pictures.ts'

/** `none` is the photo without a look. */
const choices = ['none', ...lookIds] as const

/** The customer's own photo in every look, and how much of the chosen one. */
export function LookStrip({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const edit = useSetAtom(editAtom)
  const pictures = useLookPictures(layer, choices)
  const look = layer.adjustments?.look ?? null
  const roving = useRovingFocus<HTMLDivElement>()
  const strip = roving.ref
  const chosen = look?.lookId ?? 'none'
  useEffect(() => {
    const tile = strip.current?.querySelector(`[data-look="${chosen}"]`)
    if (!strip.current || !tile) return
    const [box, within] = [tile.getBoundingClientRect(), strip.current.getBoundingClientRect()]
    // Only sideways: the panel may still be sliding in.
    strip.current.scrollBy({ left: box.x + box.width / 2 - within.x - within.width / 2 })
  }, [strip, chosen])
  return (
    <Section title={t('adjust.looks.title')}>
      {/* biome-ignore lint/a11y/useSemanticElements: the section around it carries the visible title */}
      <div
        role="group"
        aria-label={t('adjust.looks.title')}
        className={styles.strip}
        data-own-keys=""
        {...roving}
      >
        {choices.map((choice, at) => (
          <button
            key={choice}
            type="button"
            className={styles.look}
            aria-pressed={choice === chosen}
            data-look={choice}
            onClick={() => {
              const id = choice === 'none' ? null : choice
              edit({ edit: (design) => setLook(design, layer.id, id, 1) })
            }}
          >
            <span className={styles.picture} aria-hidden="true">
              <TilePicture picture={pictures[at]} />
            </span>
            <span>{t(`adjust.looks.${choice}`)}</span>
          </button>
        ))}
      </div>
      {/* There without a look, too: nothing below moves when one is chosen. */}
      <AdjustmentSlider
        label={t('adjust.amount')}
        value={look?.amount ?? 0}
        min={0}
        resetValue={1}
        disabled={look === null}
        editFor={(amount) => (design) =>
          look === null ? design : setLook(design, layer.id, look.lookId, amount)
        }
      />
    </Section>
  )
}
