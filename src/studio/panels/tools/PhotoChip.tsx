import type { PhotoLayer } from '#core/design/document.ts'
import { photoOfFaces } from '#core/design/shown-photo.ts'
import { useThumbnail } from '../use-thumbnail.ts'
import styles from './PhotoChip.module.css'

/** Large enough that a face in a group is told from the next. */
const PICTURE_PX = 1024

/** What a chip shows of its photo, in fractions of the photo's sides. */
export interface Shown {
  readonly middle: { readonly x: number; readonly y: number }
  /** Of the photo's width. */
  readonly across: number
}

interface PhotoChipProps {
  readonly layer: PhotoLayer
  readonly shown: Shown
  readonly label: string
  readonly isTaken: boolean
  /** Something has to be left. */
  readonly isLast: boolean
  readonly toggle: () => void
}

/** A round piece of a photo that is taken or left out by a tap. */
export function PhotoChip({ layer, shown, label, isTaken, isLast, toggle }: PhotoChipProps) {
  const photo = photoOfFaces(layer)
  const url = useThumbnail(photo, PICTURE_PX)
  const { middle, across } = shown
  const { widthPx, heightPx } = photo
  const down = (across * widthPx) / heightPx
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={label}
      aria-pressed={isTaken}
      aria-disabled={isLast}
      onClick={isLast ? undefined : toggle}
    >
      {url && (
        <span
          className={styles.picture}
          style={{
            backgroundImage: `url(${url})`,
            backgroundSize: `${100 / across}% ${100 / down}%`,
            backgroundPosition: `${placed(middle.x, across)} ${placed(middle.y, down)}`,
          }}
        />
      )}
    </button>
  )
}

/** Where a background begins of which a part is shown, with its middle in the middle where that goes. */
const placed = (middle: number, share: number): string =>
  share === 1 ? '50%' : `${Math.min(100, Math.max(0, ((middle - share / 2) / (1 - share)) * 100))}%`
