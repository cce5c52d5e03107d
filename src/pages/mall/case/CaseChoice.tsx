import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { caseColours, caseMaterial, caseMaterials, caseProduct } from '#core/catalogue/cases.ts'
import { phoneModel } from '#core/catalogue/phone-models.ts'
import { useFormats } from '#src/app/i18n/formats.ts'
import { caseChoiceAtom } from '#src/state/product-choice.ts'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { SwatchRow } from '#src/ui/SwatchRow.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { ChoiceLayout } from '../ChoiceLayout.tsx'
import { LandscapePrint } from '../LandscapePrint.tsx'
import { useOpenStudio } from '../open-studio.ts'
import styles from './CaseChoice.module.css'
import { CaseDrawing } from './CaseDrawing.tsx'
import { MODEL_PICKER_ID, ModelPicker } from './ModelPicker.tsx'
import { UnknownPhone } from './UnknownPhone.tsx'

/** Which phone, which material, which colour. */
export function CaseChoice() {
  const { t } = useTranslation('shop')
  const { mm, number } = useFormats()
  const [choice, setChoice] = useAtom(caseChoiceAtom)
  const { open, starting } = useOpenStudio()
  const model = choice.modelId === null ? null : phoneModel(choice.modelId)
  const material = caseMaterial(choice.materialId) ?? caseMaterials[0]
  const offered = caseColours.filter(({ id }) => material?.colourIds.includes(id))
  const colour = offered.find(({ id }) => id === choice.colourId) ?? offered[0]
  const product =
    model && material && colour ? caseProduct(model.id, material.id, colour.colour) : null

  const start = () => {
    if (product) return open(product)
    showToast({ id: 'choose-phone', text: t('case.chooseFirst') })
    const picker = document.getElementById(MODEL_PICKER_ID)
    picker?.scrollIntoView({ behavior: 'smooth', block: 'center' })
    picker?.querySelector('input')?.focus({ preventScroll: true })
  }
  const label = model ? t('case.picture', { model: model.name }) : t('case.unchosen')
  const size = model && { width: number(model.widthMm), height: mm(model.heightMm) }
  return (
    <ChoiceLayout
      drawing={
        product && material && colour ? (
          <CaseDrawing
            geometry={product.geometry}
            colour={colour.colour}
            gloss={material.gloss}
            clear={material.clear}
            grain={material.grain}
            print={<SamplePrint />}
            label={label}
            dimensions={{
              width: mm(product.geometry.widthMm),
              height: mm(product.geometry.heightMm),
            }}
          />
        ) : (
          <UnknownPhone label={label} />
        )
      }
      name={model?.name ?? t('case.unchosen')}
      detail={size ? t('case.size', size) : t('choice.case')}
      starting={starting}
      onStart={start}
    >
      <ModelPicker
        brandId={choice.brandId}
        modelId={choice.modelId}
        onBrand={(brandId) => setChoice({ ...choice, brandId })}
        onModel={({ id, brandId }) => setChoice({ ...choice, brandId, modelId: id })}
      />
      <ChoiceCards
        label={t('case.material')}
        look="row"
        minSize="9.5rem"
        value={choice.materialId}
        onChange={(materialId) => setChoice({ ...choice, materialId })}
        options={caseMaterials.map(({ id }) => ({
          value: id,
          label: t(`material.${id}` as 'material.matte'),
          note: t(`materialText.${id}` as 'materialText.matte'),
        }))}
      />
      <div className={styles.colours}>
        <span className={styles.label} aria-hidden="true">
          {t('case.colour')}
          <span className={styles.chosen}>
            {colour && t(`caseColour.${colour.id}` as 'caseColour.ivory')}
          </span>
        </span>
        <SwatchRow
          label={t('case.colour')}
          value={colour?.colour ?? ''}
          swatches={offered.map(({ id, colour: value }) => ({
            colour: value,
            label: t(`caseColour.${id}` as 'caseColour.ivory'),
          }))}
          onPick={(picked) => {
            const found = caseColours.find((candidate) => candidate.colour === picked)
            if (found) setChoice({ ...choice, colourId: found.id })
          }}
        />
      </div>
    </ChoiceLayout>
  )
}

/** A sticker's worth of the sample print, so that the case's own colour shows around it. */
const SamplePrint = () => (
  <g transform="translate(30 128) scale(0.7)">
    <clipPath id="sample-print">
      <rect width="200" height="330" rx="100" />
    </clipPath>
    <g clipPath="url(#sample-print)">
      <LandscapePrint />
    </g>
  </g>
)
