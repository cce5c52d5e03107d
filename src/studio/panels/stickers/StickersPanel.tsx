import { useAtomValue, useSetAtom } from 'jotai'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addLayers } from '#core/design/edits/layers.ts'
import { stickerLayer } from '#core/design/new-sticker.ts'
import { type StickerEntry, type StickerWords, searchStickers } from '#core/render/stickers.ts'
import { useLanguage } from '#src/i18n/use-language.ts'
import { useLoad } from '#src/shell/jobs/use-load.ts'
import { designAtom, editAtom, selectionAtom } from '#src/state/editor.ts'
import {
  loadStickerSetAtom,
  loadStickersAtom,
  loadStickerWordsAtom,
  stickerIndexAtom,
  stickerWordsAtom,
} from '#src/state/stickers.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { StickerIcon } from '#src/ui/icons.ts'
import { useRovingFocus } from '#src/ui/roving-focus.ts'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { FaultNote } from '../FaultNote.tsx'
import panel from '../panel.module.css'
import { StickerPicture } from './StickerPicture.tsx'
import styles from './StickersPanel.module.css'

/** Stickers by category and by word. */
export function StickersPanel() {
  const { t } = useTranslation('panels')
  const index = useAtomValue(stickerIndexAtom)
  const words = useStickerWords()
  const { fault, retry } = useLoad(useSetAtom(loadStickersAtom))
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<string | null>(null)
  const wanted = useDeferredValue(query.trim())
  if (fault !== null) {
    return (
      <FaultNote fault={fault}>
        <Button onClick={retry}>{t('tryAgain')}</Button>
      </FaultNote>
    )
  }
  const found = index === null ? [] : searchStickers(index, wanted, words)
  const shown = category === null ? found : found.filter((entry) => entry.category === category)
  return (
    <div className={panel.stack}>
      <SearchField
        label={t('stickers.search')}
        clearLabel={t('stickers.clear')}
        value={query}
        onChange={setQuery}
      />
      {index !== null && (
        <Categories categories={index.categories} value={category} choose={setCategory} />
      )}
      {index === null ? (
        <Skeleton style={{ blockSize: '12rem' }} />
      ) : shown.length === 0 ? (
        <EmptyState
          illustration={<StickerIcon />}
          title={t('stickers.none')}
          text={t('stickers.noneText')}
        />
      ) : (
        <>
          <p className={panel.hidden} role="status">
            {t('stickers.found', { count: shown.length })}
          </p>
          <Grid entries={shown} />
        </>
      )}
    </div>
  )
}

/** What stickers are called in the language on screen. */
function useStickerWords(): StickerWords {
  const { code } = useLanguage()
  const load = useSetAtom(loadStickerWordsAtom)
  useEffect(() => void load(code), [code, load])
  return useAtomValue(stickerWordsAtom)
}

interface CategoriesProps {
  readonly categories: readonly string[]
  readonly value: string | null
  readonly choose: (category: string | null) => void
}

function Categories({ categories, value, choose }: CategoriesProps) {
  const { t } = useTranslation('panels')
  const roving = useRovingFocus<HTMLFieldSetElement>()
  return (
    <fieldset className={styles.categories} {...roving}>
      <legend className={panel.hidden}>{t('stickers.category')}</legend>
      {[null, ...categories].map((category) => (
        <button
          key={category ?? 'all'}
          type="button"
          aria-pressed={category === value}
          onClick={() => choose(category)}
        >
          {category === null
            ? t('stickers.all')
            : t(`stickers.categories.${category}` as 'stickers.categories.love')}
        </button>
      ))}
    </fieldset>
  )
}

function Grid({ entries }: { entries: readonly StickerEntry[] }) {
  const { t } = useTranslation('panels')
  const design = useAtomValue(designAtom)
  const edit = useSetAtom(editAtom)
  const select = useSetAtom(selectionAtom)
  const loadStickerSet = useSetAtom(loadStickerSetAtom)
  const words = useAtomValue(stickerWordsAtom)
  const roving = useRovingFocus<HTMLUListElement>()
  const categories = [...new Set(entries.map((entry) => entry.category))].join()
  useEffect(() => {
    for (const category of categories.split(',')) void loadStickerSet(category)
  }, [categories, loadStickerSet])
  const add = (stickerId: string) => {
    const layer = stickerLayer(design, crypto.randomUUID(), stickerId)
    edit({ edit: (current) => addLayers(current, [layer]) })
    select([layer.id])
  }
  return (
    <ul className={styles.grid} {...roving}>
      {entries.map(({ id, keywords }) => (
        <li key={id} className={styles.cell}>
          <button
            type="button"
            className={styles.sticker}
            aria-label={t('stickers.add', { name: words[id]?.name ?? nameOf(keywords) })}
            onClick={() => add(id)}
          >
            <StickerPicture id={id} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The first keywords are the sticker's English name. */
const nameOf = (keywords: string): string => keywords.split(' ').slice(0, 2).join(' ')
