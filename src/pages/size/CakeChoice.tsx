import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type CakeInches, cakeGeometry, cakeInches } from '#core/catalogue/cakes.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { useBeginAtStation } from '#src/product/begin-at-station.ts'
import { CakeDrawing } from '#src/product/CakeDrawing.tsx'
import { CakeOutline } from '#src/product/CakeOutline.tsx'
import { ChoiceLayout } from '#src/product/ChoiceLayout.tsx'
import { LandscapePrint } from '#src/product/LandscapePrint.tsx'
import { StockNote } from '#src/product/StockNote.tsx'
import { useStock } from '#src/product/use-stock.ts'
import { checkedCakeAtom, shownCakeAtom } from '#src/state/cake-size.ts'
import { keepSizeOfDraft, layoutAtom, sizeOf } from '#src/state/imposition.ts'
import { cakeChoiceAtom } from '#src/state/product-choice.ts'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { CustomSizeFields } from './CustomSizeFields.tsx'

/** Which shape, which size. */
export function CakeChoice({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shop')
  const { mm, number, separator } = useFormats()
  const choice = useAtomValue(cakeChoiceAtom)
  const [tried, setTried] = useState(false)
  const checked = useAtomValue(checkedCakeAtom)
  const geometry = useAtomValue(shownCakeAtom)
  const layout = useAtomValue(layoutAtom)
  const stock = useStock(checked.ok ? checked.product : null)
  const { begin, starting } = useBeginAtStation()
  useShapeOfAddress()

  const start = () => {
    if (checked.ok) {
      return begin(checked.product, stock, (draftId) =>
        keepSizeOfDraft(draftId, sizeOf(checked.product.geometry, layout)),
      )
    }
    setTried(true)
    showToast({ id: 'check-size', text: t('cake.fixFirst'), tone: 'warning' })
  }
  const size = t('case.size', { width: number(geometry.widthMm), height: mm(geometry.heightMm) })
  const name = {
    round: `${t('cake.round')}${separator}${t('cake.inch', { inches: number(choice.inches) })}`,
    square: `${t('cake.square')}${separator}${t('cake.inch', { inches: number(choice.inches) })}`,
    custom: t('cake.custom'),
  }[choice.shape]
  return (
    <ChoiceLayout
      drawing={
        <CakeDrawing
          geometry={geometry}
          print={<LandscapePrint />}
          label={t('cake.picture')}
          dimensions={{ width: mm(geometry.widthMm), height: mm(geometry.heightMm) }}
        />
      }
      name={name}
      detail={checked.ok ? size : t('cake.fixFirst')}
      starting={starting}
      onStart={start}
    >
      <ShapeAndSize insist={tried} />
      <StockNote stock={stock} />
      {children}
    </ChoiceLayout>
  )
}

function ShapeAndSize({ insist }: { readonly insist: boolean }) {
  const { t } = useTranslation('shop')
  const [choice, setChoice] = useAtom(cakeChoiceAtom)
  const checked = useAtomValue(checkedCakeAtom)
  return (
    <>
      <SegmentedControl
        label={t('cake.shape')}
        showLabel
        value={choice.shape}
        onChange={(shape) => setChoice({ ...choice, shape })}
        options={[
          { value: 'round', label: t('cake.round') },
          { value: 'square', label: t('cake.square') },
          { value: 'custom', label: t('cake.custom') },
        ]}
      />
      {choice.shape === 'custom' ? (
        <CustomSizeFields
          size={choice}
          errors={checked.ok ? [] : checked.errors}
          insist={insist}
          onChange={(change) => setChoice({ ...choice, ...change })}
        />
      ) : (
        <PresetSizes
          shape={choice.shape}
          inches={choice.inches}
          onChange={(inches) => setChoice({ ...choice, inches })}
        />
      )}
    </>
  )
}

/** A link from the mall says which shape it showed. */
function useShapeOfAddress(): void {
  const [parameters] = useSearchParams()
  const asked = parameters.get('shape')
  const [, setChoice] = useAtom(cakeChoiceAtom)
  useEffect(() => {
    if (asked !== 'round' && asked !== 'square') return
    setChoice((choice) => ({ ...choice, shape: asked }))
  }, [asked, setChoice])
}

interface PresetSizesProps {
  readonly shape: 'round' | 'square'
  readonly inches: CakeInches
  readonly onChange: (inches: CakeInches) => void
}

/** The preset sizes, all at one scale. */
function PresetSizes({ shape, inches, onChange }: PresetSizesProps) {
  const { t } = useTranslation('shop')
  const { mm, number } = useFormats()
  return (
    <ChoiceCards
      label={t('cake.size')}
      minSize="6.5rem"
      stretch
      value={String(inches)}
      onChange={(value) => {
        const chosen = cakeInches.find((size) => String(size) === value)
        if (chosen) onChange(chosen)
      }}
      options={cakeInches.map((size) => ({
        value: String(size),
        label: t('cake.inch', { inches: number(size) }),
        note: t(shape === 'round' ? 'cake.diameter' : 'cake.side', {
          size: mm(cakeGeometry(shape, size).widthMm),
        }),
        picture: <CakeOutline geometry={cakeGeometry(shape, size)} />,
      }))}
    />
  )
}
