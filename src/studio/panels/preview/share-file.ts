import { faultOf, type Outcome, succeed } from '#core/errors.ts'

/** Whether this device hands files on to other apps, and takes this one. */
export const canShareFile = (file: File): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })

/** Opens the device's own share sheet for a file; closing it without a choice is no fault. */
export async function shareFile(file: File): Promise<Outcome<void>> {
  try {
    await navigator.share({ files: [file] })
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return succeed(undefined)
    return { ok: false, fault: faultOf(thrown) }
  }
  return succeed(undefined)
}
