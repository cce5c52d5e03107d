import { useAtomValue } from 'jotai'
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Design, Geometry } from '#core/design/document.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import { useLoad } from '#src/shell/jobs/use-load.ts'
import { designAtom } from '#src/state/editor.ts'
import { shownTheme, themeAtom } from '#src/state/theme.ts'
import { Button } from '#src/ui/Button.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { showBitmap } from '#src/ui/show-bitmap.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import { FaultNote } from '../FaultNote.tsx'
import styles from './Preview.module.css'

/** Beyond this a picture costs memory and is not seen. */
const SIDE_PX_MAX = 2400

/** On its product, or flat as it is printed. */
export type PreviewLook = 'product' | 'flat'

interface Box {
  readonly widthPx: number
  readonly heightPx: number
}

/** The design as the worker draws it on its product, or flat, sharp on this screen. */
export function ProductPicture({ look }: { look: PreviewLook }) {
  const { t } = useTranslation('panels')
  const frame = useRef<HTMLDivElement>(null)
  const box = useBox(frame)
  const { canvas, drawn, shown, fault, retry } = useDrawing(look, box)
  const { geometry } = useAtomValue(designAtom).product
  return (
    <div
      ref={frame}
      className={styles.frame}
      aria-busy={!drawn}
      data-shown={shown}
      data-drawn={drawn ? look : ''}
    >
      <canvas
        ref={canvas}
        className={styles.picture}
        style={shown === 'flat' ? trimRounding(geometry) : undefined}
        role="img"
        aria-label={t(look === 'flat' ? 'preview.altFlat' : 'preview.alt')}
      />
      {!drawn && fault === null && (
        <p className={styles.drawing} role="status">
          <Spinner size={28} />
          {t('preview.drawing')}
        </p>
      )}
      {fault !== null && (
        <FaultNote fault={fault}>
          <Button onClick={retry}>{t('tryAgain')}</Button>
        </FaultNote>
      )}
    </div>
  )
}

/** The drawing reaches into the bleed; what is seen of it ends where the product is trimmed. */
const trimRounding = ({ cornerRadiusMm, widthMm, heightMm }: Geometry): CSSProperties => ({
  borderRadius: `${(100 * cornerRadiusMm) / widthMm}% / ${(100 * cornerRadiusMm) / heightMm}%`,
})

function useBox(frame: RefObject<HTMLElement | null>): Box | null {
  const [box, setBox] = useState<Box | null>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => {
      const longSide = Math.max(element.clientWidth, element.clientHeight, 1)
      // One ratio for both sides, so that a very large window does not change the picture's shape.
      const ratio = Math.min(devicePixelRatio, SIDE_PX_MAX / longSide)
      const side = (px: number) => Math.max(1, Math.round(px * ratio))
      setBox({ widthPx: side(element.clientWidth), heightPx: side(element.clientHeight) })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return box
}

function useDrawing(look: PreviewLook, box: Box | null) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const design = useAtomValue(designAtom)
  const theme = useAtomValue(themeAtom)
  // The last picture stays until the next one has come.
  const [shown, setShown] = useState<PreviewLook>('product')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme draws again
  const draw = useMemo(() => {
    if (box === null) return null
    return async (signal: AbortSignal): Promise<Outcome<void>> => {
      const picture = await drawPicture(design, look, box)
      if (!picture.ok) return picture
      if (signal.aborted || canvas.current === null) {
        picture.value.close()
        return fail('cancelled')
      }
      showBitmap(canvas.current, picture.value)
      setShown(look)
      return succeed(undefined)
    }
  }, [design, look, box, theme])
  const { outcome, fault, retry } = useLoad(draw)
  return { canvas, drawn: outcome?.ok === true, shown, fault, retry }
}

async function drawPicture(
  design: Design,
  look: PreviewLook,
  box: Box,
): Promise<Outcome<ImageBitmap>> {
  if (look === 'product') {
    return await compositor.productPicture(design, { ...box, theme: shownTheme() })
  }
  const flat = await compositor.thumbnail(design, Math.max(box.widthPx, box.heightPx))
  return flat.ok ? { ok: true, value: await createImageBitmap(flat.value) } : flat
}
