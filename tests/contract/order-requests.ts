import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { caseProduct } from '#core/catalogue/cases.ts'
import { UPLOADS_PATH, type UploadPurpose, type UploadType } from '#core/contract/uploads.ts'
import type { Product } from '#core/design/document.ts'
import { printPage } from '#core/formats/print-page.ts'
import { limits } from '#core/limits.ts'
import { plainPng, pngChunk, pngOfPage } from '../fixtures/print-files.ts'

/** A small PNG, made different by `seed`, so that hashes differ. */
export const tinyPng = (seed = ''): Buffer =>
  plainPng({ extra: [pngChunk('tEXt', Buffer.from(`seed\0${seed}`, 'latin1'))] })

/** A small JPEG. */
export const tinyJpeg = (): Promise<Buffer> =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer()

const metadata = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Uploads bytes by the tus protocol in one piece; the id of the file. */
export async function upload(
  shop: { readonly url: string },
  token: string,
  bytes: Buffer = tinyPng(),
  filetype: UploadType = 'image/png',
  purpose?: UploadPurpose,
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const created = await fetch(shop.url + UPLOADS_PATH, {
    method: 'POST',
    headers: {
      token,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': metadata({ filetype, sha256, ...(purpose && { purpose }) }),
    },
  })
  const location = created.headers.get('location')
  if (created.status !== 201 || location === null) throw new Error(`upload: ${created.status}`)
  const sent = await fetch(new URL(location, shop.url), {
    method: 'PATCH',
    headers: {
      token,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  if (sent.status !== 204) throw new Error(`upload: ${sent.status} ${await sent.text()}`)
  return location.slice(location.lastIndexOf('/') + 1)
}

/** The print file of a product at a station's 300 dpi; no other has its `seed`. */
export const printOf = ({ geometry }: Product, seed = ''): Buffer =>
  pngOfPage(printPage(geometry, limits.printDpi), seed)

/** A matte black case for an iPhone 15 Pro. */
export const blackCase = () => {
  const product = caseProduct('apple-iphone-15-pro', 'matte', '#1d1b1c')
  if (product === null) throw new Error('the catalogue lacks the case of these tests')
  return product
}
