import { fail, faultOf, type Outcome, succeed } from '#core/errors.ts'

/** Whether this device hands files on to other apps, and takes this one. */
export const canShareFile = (file: File): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })

/** Opens the device's own share sheet for a file; closed without a choice it is `cancelled`. */
export async function shareFile(file: File): Promise<Outcome<void>> {
  try {
    await navigator.share({ files: [file] })
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return fail('cancelled')
    return { ok: false, fault: faultOf(thrown) }
  }
  return succeed(undefined)
}
