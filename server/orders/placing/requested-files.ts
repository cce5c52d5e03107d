import { Refused } from '../../calls/refused.ts'
import type { files } from '../../database/schema.ts'

type KnownFile = typeof files.$inferSelect
export type KnownFiles = readonly KnownFile[]

interface NamedFiles {
  readonly printFile: string
  readonly previewFile: string | null
}

/** Files that a machine prints, and files that a list shows. */
const printTypes = ['image/png', 'application/pdf']
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']

/**
 * The print file of a request; its picture is one too, if it names one.
 * @throws Refused `file-unknown` where a file is not an upload of this customer's, of its kind
 */
export function checkFiles(known: KnownFiles, { printFile, previewFile }: NamedFiles): KnownFile {
  if (previewFile !== null) fileOf(known, previewFile, pictureTypes)
  return fileOf(known, printFile, printTypes)
}

function fileOf(known: KnownFiles, id: string, types: readonly string[]): KnownFile {
  const file = known.find((each) => each.id === id)
  const isOrders = file?.purpose === 'order' && types.includes(file.mediaType)
  if (file === undefined || !isOrders) throw new Refused('file-unknown')
  return file
}
