import { useAtomValue, useSetAtom } from 'jotai'
import * as Radio from 'radix-ui/radio-group'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Font } from '#core/render/fonts.ts'
import { useLoad } from '#src/shell/jobs/use-load.ts'
import { fontBookAtom, loadFontsAtom, offeredFontsAtom, previewFamily } from '#src/state/fonts.ts'
import { Button } from '#src/ui/Button.tsx'
import { FaultNote } from '../FaultNote.tsx'
import panel from '../panel.module.css'
import styles from './TextPanel.module.css'

interface FontPickerProps {
  readonly value: string
  /** Shown in each font. */
  readonly sample: string
  readonly onChange: (fontId: string) => void
}

const kinds = ['sans', 'serif', 'script', 'hand', 'display', 'rounded', 'mono'] as const
type Kind = (typeof kinds)[number] | 'all'

/** Every font, showing itself with the customer's own words. */
export function FontPicker({ value, sample, onChange }: FontPickerProps) {
  const { t } = useTranslation('panels')
  const book = useAtomValue(fontBookAtom)
  const fonts = useAtomValue(offeredFontsAtom)
  const load = useSetAtom(loadFontsAtom)
  const [kind, setKind] = useState<Kind>('all')
  const { fault, retry } = useLoad(load)
  if (book === null && fault !== null) {
    return (
      <FaultNote fault={fault}>
        <Button onClick={retry}>{t('tryAgain')}</Button>
      </FaultNote>
    )
  }
  if (book === null) return <p className={panel.hint}>{t('text.fontsLoading')}</p>
  const present = kinds.filter((each) => fonts.some((font) => font.style === each))
  const shown = fonts.filter((font) => kind === 'all' || font.style === kind)
  return (
    <>
      <div className={styles.styles}>
        {(['all', ...present] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {t(`text.fontStyles.${each}`)}
          </button>
        ))}
      </div>
      <Radio.Root
        className={styles.fonts}
        value={value}
        onValueChange={onChange}
        aria-label={t('text.font')}
      >
        {shown.map((font) => (
          <FontRow key={font.id} font={font} sample={sample.split('\n')[0]?.slice(0, 24) ?? ''} />
        ))}
      </Radio.Root>
    </>
  )
}

const FontRow = ({ font, sample }: { font: Font; sample: string }) => (
  <Radio.Item value={font.id} className={styles.font} aria-label={font.title}>
    <span
      className={styles.sample}
      style={{ fontFamily: `"${previewFamily(font)}", var(--face-text)` }}
      dir="auto"
    >
      {sample.trim() || font.title}
    </span>
    <span className={styles.fontName}>{font.title}</span>
  </Radio.Item>
)
