export type PhotoFormat = 'jpeg' | 'png'

/** How every PNG begins (ISO/IEC 15948, 5.2), and every JPEG. */
export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const
export const JPEG_SIGNATURE = [0xff, 0xd8, 0xff] as const

const signatures: Readonly<Record<PhotoFormat, readonly number[]>> = {
  jpeg: JPEG_SIGNATURE,
  png: PNG_SIGNATURE,
}

/** The media type that a format is served and stored as. */
export const mediaTypeOf = (format: PhotoFormat): 'image/jpeg' | 'image/png' =>
  format === 'jpeg' ? 'image/jpeg' : 'image/png'

/**
 * What a file is by its first bytes, whatever its name says.
 * @param head at least the first 8 bytes, fewer where the file has fewer
 * @returns null for anything but JPEG and PNG
 */
export function sniffFormat(head: Uint8Array): PhotoFormat | null {
  for (const format of ['jpeg', 'png'] as const) {
    if (signatures[format].every((byte, at) => head[at] === byte)) return format
  }
  return null
}
