import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { caseColours, caseMaterial, caseMaterials, caseProduct } from '#core/catalogue/cases.ts'
import { currentCatalogue } from '#core/catalogue/catalogue-versions.ts'
import { phoneModel } from '#core/catalogue/phone-models.ts'
import { goodsList } from '#core/contract/services/goods.ts'
import { limits } from '#core/limits.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { RenderedProduct } from '#src/product/RenderedProduct.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { priceOf } from '#src/state/goods.ts'
import { caseChoiceAtom } from '#src/state/product-choice.ts'
import { Button } from '#src/ui/Button.tsx'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { ArrowRightIcon } from '#src/ui/icons.ts'
import styles from './PhoneDetailsPage.module.css'

const SHOWN_MODEL = 'apple-iphone-15-pro'

/** A phone case in detail: how it looks, what it is made of, how it is printed, what it costs. */
export default function PhoneDetailsPage() {
  const { t } = useTranslation(['store', 'shop'])
  const [parameters, setParameters] = useSearchParams()
  const material = caseMaterial(parameters.get('material') ?? '') ?? caseMaterials[0]
  const modelId = parameters.get('model') ?? SHOWN_MODEL
  const navigate = useNavigate()
  const choose = useSetAtom(caseChoiceAtom)
  if (material === undefined) return null
  const colour = caseColours.find(({ id }) => id === material.colourIds[0])?.colour ?? '#ffffff'
  const product = caseProduct(modelId, material.id, colour)
  const goOn = () => {
    choose((choice) => ({ ...choice, materialId: material.id }))
    void navigate(addressOf('customise'))
  }
  return (
    <Page
      title={t('phoneDetails.pageTitle')}
      bar={<Bar feature={`case/${material.id}`} onGoOn={goOn} />}
    >
      <div className={styles.layout}>
        <div className={styles.picture}>
          {product && (
            <RenderedProduct
              product={product}
              look={0}
              label={t('phoneDetails.picture', { model: phoneModel(modelId)?.name ?? '' })}
            />
          )}
        </div>
        <div className={styles.words}>
          <h2>{t('phoneDetails.title')}</h2>
          <p className={styles.lead}>{t('phoneDetails.lead')}</p>
          <ChoiceCards
            label={t('shop:case.material')}
            look="row"
            minSize="9.5rem"
            value={material.id}
            onChange={(id) => setParameters({ material: id }, { replace: true })}
            options={caseMaterials.map(({ id }) => ({
              value: id,
              label: t(`shop:material.${id}` as 'shop:material.matte'),
              note: t(`shop:materialText.${id}` as 'shop:materialText.matte'),
            }))}
          />
          <Measures />
        </div>
      </div>
    </Page>
  )
}

/** How it is printed; the figures are the renderer's own. */
function Measures() {
  const { t } = useTranslation('store')
  const { mm, dpi } = useFormats()
  const { bleedMmCase, safeMm } = currentCatalogue
  const facts = [
    t('phoneDetails.dpi', { dpi: dpi(limits.printDpi) }),
    t('phoneDetails.bleed', { bleed: mm(bleedMmCase), safe: mm(safeMm) }),
    t('phoneDetails.cutOut'),
    t('phoneDetails.pickup'),
  ]
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

function Bar({ feature, onGoOn }: { feature: string; onGoOn: () => void }) {
  const { t } = useTranslation('store')
  const { money } = useFormats()
  const { state } = useCall(goodsList, {})
  const price = state.kind === 'ready' ? priceOf(state.value, feature) : null
  return (
    <div className={styles.bar}>
      <strong className={styles.price}>{price === null ? '\u00a0' : money(price)}</strong>
      <Button
        variant="primary"
        size="large"
        iconEnd={<ArrowRightIcon className={styles.arrow} />}
        onClick={onGoOn}
      >
        {t('phoneDetails.choose')}
      </Button>
    </div>
  )
}
