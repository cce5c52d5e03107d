import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import {
  type CaseColour,
  caseColours,
  caseMaterial,
  caseMaterials,
  caseProduct,
  OWN_CASE,
} from '#core/catalogue/cases.ts'
import { phoneModel } from '#core/catalogue/phone-models.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { useBeginAtStation } from '#src/product/begin-at-station.ts'
import { CaseDrawing } from '#src/product/CaseDrawing.tsx'
import { ChoiceLayout } from '#src/product/ChoiceLayout.tsx'
import { LandscapePrint } from '#src/product/LandscapePrint.tsx'
import { StockNote } from '#src/product/StockNote.tsx'
import { UnknownPhone } from '#src/product/UnknownPhone.tsx'
import { useStock } from '#src/product/use-stock.ts'
import { caseChoiceAtom } from '#src/state/product-choice.ts'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { ColourPicker } from '#src/ui/ColourPicker.tsx'
import { SwatchRow } from '#src/ui/SwatchRow.tsx'
import { showToast } from '#src/ui/toasts.ts'
import styles from './CaseChoice.module.css'
import { MODEL_PICKER_ID, ModelPicker } from './ModelPicker.tsx'

/** Which phone, which material, which colour. */
export function CaseChoice() {
  const { t } = useTranslation('shop')
  const { mm, number } = useFormats()
  const [choice, setChoice] = useAtom(caseChoiceAtom)
  const { begin, starting } = useBeginAtStation()
  const model = choice.modelId === null ? null : phoneModel(choice.modelId)
  const material = caseMaterial(choice.materialId) ?? caseMaterials[0]
  const offered = caseColours.filter(({ id }) => material?.colourIds.includes(id))
  const known = offered.find(({ id }) => id === choice.colourId) ?? offered[0]
  const own = material?.id === OWN_CASE
  const colour = own ? choice.ownColour : known?.colour
  const product = model && material && colour ? caseProduct(model.id, material.id, colour) : null
  const stock = useStock(product)

  const start = () => {
    if (product) return begin(product, stock)
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
            colour={colour}
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
      {own ? (
        <OwnColour
          colour={choice.ownColour}
          onChange={(ownColour) => setChoice({ ...choice, ownColour })}
        />
      ) : (
        <CaseColours
          offered={offered}
          chosen={known ?? null}
          onChoose={(colourId) => setChoice({ ...choice, colourId })}
        />
      )}
      <StockNote stock={stock} />
    </ChoiceLayout>
  )
}

interface CaseColoursProps {
  readonly offered: readonly CaseColour[]
  readonly chosen: CaseColour | null
  readonly onChoose: (colourId: string) => void
}

/** The colours that a material is made in. */
function CaseColours({ offered, chosen, onChoose }: CaseColoursProps) {
  const { t } = useTranslation('shop')
  const nameOf = ({ id }: CaseColour) => t(`caseColour.${id}` as 'caseColour.ivory')
  return (
    <div className={styles.colours}>
      <span className={styles.label} aria-hidden="true">
        {t('case.colour')}
        <span className={styles.chosen}>{chosen && nameOf(chosen)}</span>
      </span>
      <SwatchRow
        label={t('case.colour')}
        value={chosen?.colour ?? ''}
        swatches={offered.map((each) => ({ colour: each.colour, label: nameOf(each) }))}
        onPick={(picked) => {
          const found = offered.find(({ colour }) => colour === picked)
          if (found) onChoose(found.id)
        }}
      />
    </div>
  )
}

/** Any colour: the customer brings the case, and sees the print on it as it will be. */
function OwnColour(props: {
  readonly colour: string
  readonly onChange: (colour: string) => void
}) {
  const { t } = useTranslation('store')
  return (
    <div className={styles.own}>
      <p className={styles.hint}>{t('customise.ownText')}</p>
      <ColourPicker
        label={t('customise.ownColour')}
        labels={{
          swatches: t('customise.ownColour'),
          area: t('customise.area'),
          saturation: t('customise.saturation'),
          brightness: t('customise.brightness'),
          hue: t('customise.hue'),
          hex: t('customise.hex'),
        }}
        value={props.colour}
        onChange={props.onChange}
      />
    </div>
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
