import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { drawFaultAtom, redrawAtom } from '#src/state/draw-fault.ts'
import { isOpenAtom } from '#src/state/editor.ts'
import { type SheetRest, sheetRestingPx, useStudioLayout } from '#src/state/layout.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { sheetRestAtom } from '#src/state/sheet.ts'
import { stagedDesignAtom, stagedShownAtom } from '#src/state/stand-in.ts'
import { setStudioOverAtom, studioOverAtom } from '#src/state/studio-over.ts'
import { shownTheme } from '#src/state/theme.ts'
import { viewAtom, viewportAtom } from '#src/state/view.ts'
import { ContextMenu } from '#src/ui/ContextMenu.tsx'
import { compositor } from '#src/worker-clients/workers.ts'
import { commandOf } from '../commands/command-table.ts'
import { useSelectionMenu } from '../commands/use-command-menu.tsx'
import type { Store } from './context.ts'
import { Overlay } from './Overlay.tsx'
import styles from './Stage.module.css'
import { type StagePicture, StageSurface } from './surface.ts'
import { useStageDrops } from './use-stage-drops.ts'
import { useStagePointers } from './use-stage-pointers.ts'
import { useToolLook } from './use-tool-look.ts'

/** Beyond this, sharper pixels cost memory and are not seen. */
const DEVICE_PX_RATIO_MAX = 2
/** Room around the print for handles. */
const MARGIN_PX = 28
/** Room below it for the bar of the selection. */
const BAR_PX = 60

/** The picture of the design, drawn by the worker, and what one grips it by. */
export function Stage() {
  const { t } = useTranslation('stage')
  const host = useRef<HTMLElement>(null)
  useStageSize(host)
  useStagePicture(host)
  useStageDrops(host)
  useToolLook()
  const store = useStore()
  // A panel that is open already shows the settings of what was tapped.
  const openProperties = useCallback(() => {
    if (store.get(openPanelAtom) !== 'properties') commandOf('properties').perform(store)
  }, [store])
  const controller = useStagePointers(host, openProperties)
  const items = useSelectionMenu()
  const menuOpen = useAtomValue(studioOverAtom) === 'context-menu'
  const setOver = useSetAtom(setStudioOverAtom)
  const setMenuOpen = (open: boolean) => {
    if (open) controller.openMenuAtPress()
    setOver('context-menu', open)
  }
  return (
    <ContextMenu items={items} open={menuOpen} onOpenChange={setMenuOpen}>
      <section className={styles.stage} aria-label={t('stage')} ref={host} data-stage="">
        <Overlay />
      </section>
    </ContextMenu>
  )
}

function useStageSize(host: RefObject<HTMLElement | null>): void {
  const setViewport = useSetAtom(viewportAtom)
  const panel = useAtomValue(openPanelAtom)
  const rest = useAtomValue(sheetRestAtom)
  const stacked = useStudioLayout() === 'stacked'
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const measure = () => {
      const { clientWidth: widthPx, clientHeight: heightPx } = element
      const bottom = MARGIN_PX + (panel !== null && stacked ? coveredPx(element, rest) : BAR_PX)
      const insetPx = { top: MARGIN_PX, bottom, start: MARGIN_PX, end: MARGIN_PX }
      setViewport({ widthPx, heightPx, insetPx })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [host, setViewport, panel, rest, stacked])
}

/** How much of the stage an open panel hides in the stacked layout. */
function coveredPx(element: HTMLElement, rest: SheetRest): number {
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const sheetTop = innerHeight - sheetRestingPx(rest, innerHeight, remPx)
  return Math.max(0, element.getBoundingClientRect().bottom - sheetTop)
}

function useStagePicture(host: RefObject<HTMLElement | null>): void {
  const store = useStore()
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const surface = new StageSurface(element, compositor, (outcome) =>
      store.set(drawFaultAtom, outcome.ok ? null : outcome.fault),
    )
    const draw = () => {
      if (store.get(isOpenAtom)) surface.draw(pictureOf(store, element))
    }
    const atoms = [stagedDesignAtom, stagedShownAtom, viewAtom, viewportAtom, redrawAtom]
    const stops = atoms.map((atom) => store.sub(atom, draw))
    const themes = new MutationObserver(draw)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const preference = matchMedia('(prefers-color-scheme: dark)')
    preference.addEventListener('change', draw)
    draw()
    return () => {
      for (const stop of stops) stop()
      themes.disconnect()
      preference.removeEventListener('change', draw)
      surface.close()
    }
  }, [host, store])
}

function pictureOf(store: Store, element: HTMLElement): StagePicture {
  const ratio = Math.min(devicePixelRatio, DEVICE_PX_RATIO_MAX)
  const { scalePxPerMm, originXPx, originYPx } = store.get(viewAtom)
  return {
    design: store.get(stagedDesignAtom),
    shown: store.get(stagedShownAtom),
    view: {
      widthPx: Math.max(1, Math.round(element.clientWidth * ratio)),
      heightPx: Math.max(1, Math.round(element.clientHeight * ratio)),
      scalePxPerMm: scalePxPerMm * ratio,
      originXPx: originXPx * ratio,
      originYPx: originYPx * ratio,
      theme: shownTheme(),
    },
  }
}
