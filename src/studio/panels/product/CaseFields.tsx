import { useTranslation } from 'react-i18next'
import { caseColours, caseMaterial, caseMaterials, caseProduct } from '#core/catalogue/cases.ts'
import { brands, modelsOf, phoneModel } from '#core/catalogue/phone-models.ts'
import type { Product } from '#core/design/document.ts'
import { useOwnOver } from '#src/state/studio-over.ts'
import { Select, type SelectProps } from '#src/ui/Select.tsx'
import { SwatchRow } from '#src/ui/SwatchRow.tsx'
import { Section } from '../Section.tsx'

type CaseProduct = Extract<Product, { kind: 'phone-case' }>

interface CaseFieldsProps {
  readonly product: CaseProduct
  readonly onChange: (product: Product | null) => void
}

/** Model, material and colour of the case. */
export function CaseFields({ product, onChange }: CaseFieldsProps) {
  const { t } = useTranslation(['panels', 'shop'])
  const { modelId, materialId, caseColour } = product
  const brandId = phoneModel(modelId)?.brandId ?? 'apple'
  const models = modelsOf(brandId)
  const colourIds = caseMaterial(materialId)?.colourIds ?? []
  const colours = caseColours.filter(({ id }) => colourIds.includes(id))
  const setMaterial = (id: string) => {
    const offered = caseMaterial(id)?.colourIds ?? []
    const kept = caseColours.find(
      ({ colour, id: own }) => colour === caseColour && offered.includes(own),
    )
    const first = caseColours.find(({ id: own }) => offered.includes(own))
    onChange(caseProduct(modelId, id, kept?.colour ?? first?.colour ?? caseColour))
  }
  return (
    <>
      <ListField
        label={t('product.brand')}
        value={brandId}
        options={brands.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(brand) => {
          const [newest] = modelsOf(brand)
          if (newest) onChange(caseProduct(newest.id, materialId, caseColour))
        }}
      />
      <ListField
        label={t('product.model')}
        value={modelId}
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => onChange(caseProduct(id, materialId, caseColour))}
      />
      <ListField
        label={t('product.material')}
        value={materialId}
        options={caseMaterials.map(({ id }) => ({
          value: id,
          label: t(`shop:material.${id}` as 'shop:material.matte'),
        }))}
        onChange={setMaterial}
      />
      <Section title={t('product.caseColour')}>
        <SwatchRow
          label={t('product.caseColour')}
          value={caseColour}
          swatches={colours.map(({ id, colour }) => ({
            colour,
            label: t(`shop:caseColour.${id}` as 'shop:caseColour.ivory'),
          }))}
          onPick={(colour) => onChange(caseProduct(modelId, materialId, colour))}
        />
      </Section>
    </>
  )
}

/** A list that the phone's Back closes. */
function ListField<Value extends string>(props: SelectProps<Value>) {
  const [open, setOpen] = useOwnOver()
  return <Select {...props} open={open} onOpenChange={setOpen} />
}
