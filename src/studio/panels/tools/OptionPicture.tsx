import { atom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { hasStandInAtom } from '#src/state/stand-in.ts'
import { PREVIEW_PX, toolApplyingAtom, toolPreviewingAtom } from '#src/state/tool-jobs.ts'
import { showBitmap } from '#src/ui/show-bitmap.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import styles from './OptionPicture.module.css'

/** Whoever goes on setting the tool does not wait for pictures beside it. */
const QUIET_MS = 300
/** A tile on a screen of two pixels to one. */
const TILE_PX = 240

/** What is on the stage goes first. */
const isFreeAtom = atom(
  (get) => get(hasStandInAtom) && !get(toolPreviewingAtom) && !get(toolApplyingAtom),
)

/** Pictures are made one after the other: the worker would hold all of them in pieces. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * The customer's photo as a tool would draw it with one option; an empty place until the worker has
 * had time. It is made once, with the settings as they are then: a slider does not make it anew.
 */
export function OptionPicture({ request }: { request: ToolRequest }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isFree = useAtomValue(isFreeAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other settings make nothing anew
  useEffect(() => {
    if (!isFree || canvas.current?.dataset['drawn'] !== undefined) return
    const stop = new AbortController()
    const make = async () => {
      const tile = stop.signal.aborted ? null : await tileOf(request, stop.signal)
      if (tile === null || canvas.current === null) return
      showBitmap(canvas.current, tile)
      canvas.current.dataset['drawn'] = ''
    }
    const timer = setTimeout(() => {
      turn = turn.then(make, make)
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [isFree])
  return <canvas ref={canvas} className={styles.picture} />
}

/** Null where there is none: the option still has its name. */
async function tileOf(request: ToolRequest, signal: AbortSignal): Promise<ImageBitmap | null> {
  const options = { signal, report: () => undefined }
  const outcome = await imaging.preview(request, PREVIEW_PX, 'quick', options)
  if (!outcome.ok) return null
  const { picture } = outcome.value
  const resizeWidth = Math.min(TILE_PX, picture.width)
  const tile = await createImageBitmap(picture, { resizeWidth, resizeQuality: 'medium' })
  picture.close()
  return tile
}
