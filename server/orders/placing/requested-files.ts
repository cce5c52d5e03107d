import { Refused } from '../../calls/refused.ts'
import type { KnownFiles } from './readings.ts'

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
export function checkFiles(
  known: KnownFiles,
  { printFile, previewFile }: NamedFiles,
): KnownFiles[number] {
  if (previewFile !== null) fileOf(known, previewFile, pictureTypes)
  return fileOf(known, printFile, printTypes)
}

function fileOf(known: KnownFiles, id: string, types: readonly string[]): KnownFiles[number] {
  const file = known.find((each) => each.id === id)
  const isOrders = file?.purpose === 'order' && types.includes(file.mediaType)
  if (file === undefined || !isOrders) throw new Refused('file-unknown')
  return file
}
