import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { Layer } from '#core/design/document.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { loadStickerAtom } from '#src/state/stickers.ts'
import { ScribbleIcon, TextTIcon } from '#src/ui/icons.ts'
import { StickerPicture } from '../stickers/StickerPicture.tsx'
import { useThumbnail } from '../use-thumbnail.ts'
import styles from './LayersPanel.module.css'

/** What a layer looks like, small. */
export function LayerPicture({ layer }: { layer: Layer }) {
  const url = useThumbnail(layer.kind === 'photo' ? shownPhoto(layer) : null)
  return (
    <span className={styles.picture} aria-hidden="true">
      {layer.kind === 'photo' && url && <img src={url} alt="" />}
      {layer.kind === 'sticker' && <Sticker id={layer.stickerId} />}
      {layer.kind === 'text' && <TextTIcon style={{ color: layer.colour }} />}
      {layer.kind === 'doodle' && <ScribbleIcon style={{ color: layer.strokes.at(-1)?.colour }} />}
    </span>
  )
}

function Sticker({ id }: { id: string }) {
  const load = useSetAtom(loadStickerAtom)
  useEffect(() => void load(id), [id, load])
  return <StickerPicture id={id} />
}
