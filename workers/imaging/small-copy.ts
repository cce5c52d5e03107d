import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import { scaledSettings } from '#core/imaging/tools/cut-out/run.ts'
import { cutOut } from '#core/imaging/tools/cut-out/tool.ts'
import type { Job } from '../job-registry.ts'
import { loadKernels } from '../kernels.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { openPhoto } from '../pixels/open-photo.ts'
import { ResultPicture } from '../pixels/result-picture.ts'
import { readBytes } from '../read-bytes.ts'
import { sha256Hex } from '../sha256.ts'
import type { SmallCopy, ToolRequest } from './api.ts'
import { previewCopyPx } from './preview-copy-size.ts'
import { askedOf } from './tools.ts'

/** What a preview of at most `longSidePx` that is made elsewhere is made of. */
export async function smallCopy(
  store: PhotoStore,
  job: Job,
  request: ToolRequest,
  longSidePx: number,
): Promise<SmallCopy> {
  const asked = askedOf(request)
  const photo = await openPhoto(store, asked.photo, job)
  let picture: ResultPicture | null = null
  try {
    const env = { ...job, kernels: await loadKernels() }
    const copy = await scaledCopy(env, photo, previewCopyPx(asked, longSidePx))
    photo.close()
    picture = new ResultPicture(copy.widthPx, copy.heightPx, env.kernels)
    await picture.write(0, copy)
    const { blob: file, mediaType } = await picture.encoded(job)
    const hash = await sha256Hex(await readBytes(file, 'photo-damaged'))
    const cut = request.tool === 'cut-out' ? cutOut.settings.safeParse(asked.settings) : null
    const ratio = copy.widthPx / asked.photo.widthPx
    const settings = cut?.success ? scaledSettings(cut.data, ratio) : request.settings
    return { file, mediaType, hash, settings: { ...settings } }
  } finally {
    photo.close()
    picture?.close()
  }
}
