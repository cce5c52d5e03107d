import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CakeInches,
  type CheckedSize,
  cakeGeometry,
  cakeInches,
  cakeProduct,
  customCake,
} from '#core/catalogue/cakes.ts'
import type { Geometry } from '#core/design/document.ts'
import { limits } from '#core/limits.ts'
import { useFormats } from '#src/app/i18n/formats.ts'
import { type CakeChoice as Choice, cakeChoiceAtom } from '#src/state/product-choice.ts'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { ChoiceLayout } from '../ChoiceLayout.tsx'
import { LandscapePrint } from '../LandscapePrint.tsx'
import { useOpenStudio } from '../open-studio.ts'
import { CakeDrawing } from './CakeDrawing.tsx'
import { CakeOutline } from './CakeOutline.tsx'
import { CustomSizeFields } from './CustomSizeFields.tsx'

/** A custom size that is wrong is drawn as the nearest one that is right. */
function nearestGeometry(choice: Choice): Geometry {
  const within = (mm: number | null, least: number, most: number) =>
    Math.min(most, Math.max(least, Number.isFinite(mm) ? (mm ?? least) : least))
  const { printMmMin, printMmMax } = limits
  const widthMm = within(choice.widthMm, printMmMin, printMmMax)
  const heightMm = within(choice.heightMm, printMmMin, printMmMax)
  const cornerRadiusMm = within(choice.cornerRadiusMm, 0, Math.min(widthMm, heightMm) / 2)
  const checked = customCake({ widthMm, heightMm, cornerRadiusMm })
  return checked.ok ? checked.product.geometry : cakeGeometry('round', 8)
}

const checkedOf = (choice: Choice): CheckedSize =>
  choice.shape === 'custom'
    ? customCake(choice)
    : { ok: true, product: cakeProduct(choice.shape, choice.inches) }

/** Which shape, which size. */
export function CakeChoice() {
  const { t } = useTranslation('shop')
  const { mm, number } = useFormats()
  const [choice, setChoice] = useAtom(cakeChoiceAtom)
  const [tried, setTried] = useState(false)
  const { open, starting } = useOpenStudio()
  const checked = checkedOf(choice)
  const geometry = checked.ok ? checked.product.geometry : nearestGeometry(choice)

  const start = () => {
    if (checked.ok) return open(checked.product)
    setTried(true)
    showToast({ id: 'check-size', text: t('cake.fixFirst'), tone: 'warning' })
  }
  const size = t('case.size', { width: number(geometry.widthMm), height: mm(geometry.heightMm) })
  const name = {
    round: `${t('cake.round')}, ${t('cake.inch', { inches: number(choice.inches) })}`,
    square: `${t('cake.square')}, ${t('cake.inch', { inches: number(choice.inches) })}`,
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
          insist={tried}
          onChange={(change) => setChoice({ ...choice, ...change })}
        />
      ) : (
        <PresetSizes
          shape={choice.shape}
          inches={choice.inches}
          onChange={(inches) => setChoice({ ...choice, inches })}
        />
      )}
    </ChoiceLayout>
  )
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
