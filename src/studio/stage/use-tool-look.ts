import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { type Look, lookAt } from '#core/design/look-at.ts'
import { photoOfFaces } from '#core/design/shown-photo.ts'
import { smoothstep } from '#core/pixels/pixels.ts'
import { designAtom, isOpenAtom } from '#src/state/editor.ts'
import { facesAtom } from '#src/state/faces.ts'
import { meantPhotoAtom } from '#src/state/meant-photo.ts'
import { worksOnStageAtom } from '#src/state/sheet.ts'
import { lookAtAtom } from '#src/state/view.ts'
import { useMediaQuery } from '#src/ui/media-query.ts'

const MOVE_MS = 320

interface PhotoLook {
  readonly layerId: string
  readonly look: Look
}

/** What is to be looked at while a tool is open. */
const wantedAtom = atom((get): PhotoLook | null => {
  if (!get(isOpenAtom) || !get(worksOnStageAtom)) return null
  const { layer } = get(meantPhotoAtom)
  if (layer === undefined) return null
  const faces = get(facesAtom)[photoOfFaces(layer).hash] ?? []
  const look = lookAt(layer, get(designAtom).product.geometry, faces)
  return look && { layerId: layer.id, look }
})

/**
 * The stage looks closely at the photo that a tool is open on, at its faces where it has any, and
 * gives the view back when the tool closes. Nothing moves under who looks but once, when the faces
 * become known.
 */
export function useToolLook(): void {
  const wanted = useAtomValue(wantedAtom)
  const look = useSetAtom(lookAtAtom)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [shown, setShown] = useState<PhotoLook | null>(null)
  const next = keptLook(shown, wanted)
  if (next !== shown) setShown(next)
  const at = next?.look ?? null
  useEffect(() => {
    if (isStill) return look(at, 1)
    let frame = 0
    const began = performance.now()
    const step = () => {
      const share = Math.min(1, (performance.now() - began) / MOVE_MS)
      look(at, smoothstep(0, 1, share))
      if (share < 1) frame = requestAnimationFrame(step)
    }
    step()
    return () => cancelAnimationFrame(frame)
  }, [at, isStill, look])
}

/** The look that is shown, unless another is meant or faces are known only now. */
function keptLook(shown: PhotoLook | null, wanted: PhotoLook | null): PhotoLook | null {
  if (shown === null || wanted === null || shown.layerId !== wanted.layerId) return wanted
  return shown.look.faceMm === null && wanted.look.faceMm !== null ? wanted : shown
}
