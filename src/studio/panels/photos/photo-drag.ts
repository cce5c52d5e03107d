import { type PhotoRef, photoRefSchema } from '#core/design/document.ts'

/** What a photo of the strip is carried as while it is dragged. */
export const photoDragType = 'application/x-stampa-photo'

/** The photo that a drag carries, or null. */
export function draggedPhoto(transfer: DataTransfer): PhotoRef | null {
  const text = transfer.getData(photoDragType)
  if (text === '') return null
  try {
    const photo = photoRefSchema.safeParse(JSON.parse(text))
    return photo.success ? photo.data : null
  } catch {
    return null
  }
}
