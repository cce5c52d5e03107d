import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrandId, PhoneModel } from '#core/catalogue/phone-model.ts'
import { brands, modelsOf, searchPhones } from '#core/catalogue/phone-models.ts'
import { PhoneOutline } from '#src/product/PhoneOutline.tsx'
import { useIsPc } from '#src/state/device.ts'
import { Button } from '#src/ui/Button.tsx'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { CaretDownIcon } from '#src/ui/icons.ts'
import { SearchField } from '#src/ui/SearchField.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import styles from './ModelPicker.module.css'

export const MODEL_PICKER_ID = 'model-picker'

/** Two rows; the others are a button away, so that nothing scrolls within the page. */
const FIRST_ON_PC = 14
const FIRST_ON_PHONE = 6

export interface ModelPickerProps {
  readonly brandId: BrandId
  readonly modelId: string | null
  readonly onBrand: (brandId: BrandId) => void
  readonly onModel: (model: PhoneModel) => void
}

/** A phone by brand, or by what its owner types. */
export function ModelPicker({ brandId, modelId, onBrand, onModel }: ModelPickerProps) {
  const { t } = useTranslation('shop')
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const found = wanted === '' ? modelsOf(brandId) : searchPhones(wanted)
  const [all, setAll] = useState(false)
  const first = useIsPc() ? FIRST_ON_PC : FIRST_ON_PHONE
  const chosenBeyond = found.findIndex(({ id }) => id === modelId) >= first
  const shown = all || chosenBeyond ? found : found.slice(0, first)
  return (
    <div className={styles.picker} id={MODEL_PICKER_ID}>
      <h2 className={styles.title}>{t('case.phone')}</h2>
      <SearchField
        label={t('case.search')}
        placeholder={t('case.searchHint')}
        clearLabel={t('case.clear')}
        value={text}
        onChange={setText}
      />
      {wanted === '' && (
        <ChoiceCards
          label={t('case.brand')}
          hideLabel
          look="pill"
          value={brandId}
          onChange={(id) => {
            setAll(false)
            onBrand(id)
          }}
          options={brands.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <VisuallyHidden>
        <span role="status">{wanted !== '' && t('case.found', { count: found.length })}</span>
      </VisuallyHidden>
      {found.length === 0 ? (
        <EmptyState
          title={t('case.none')}
          text={t('case.noneText')}
          action={<Button onClick={() => setText('')}>{t('case.showAll')}</Button>}
        />
      ) : (
        <>
          <ChoiceCards
            label={t('case.model')}
            hideLabel
            minSize="6.25rem"
            value={modelId}
            onChange={(id) => {
              const model = found.find((candidate) => candidate.id === id)
              if (model) onModel(model)
            }}
            options={shown.map((model) => ({
              value: model.id,
              label: model.name,
              picture: (
                <span className={styles.outline}>
                  <PhoneOutline model={model} />
                </span>
              ),
            }))}
          />
          {shown.length < found.length && (
            <Button variant="ghost" iconEnd={<CaretDownIcon />} onClick={() => setAll(true)}>
              {t('case.showMore', { total: found.length })}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
