import { JPEG_SIGNATURE, PNG_SIGNATURE } from '../formats/sniff.ts'
import { limits } from '../limits.ts'

/** Uploads are resumable by the tus protocol 1.0 (https://tus.io/protocols/resumable-upload). */
export const UPLOADS_PATH = '/v1/uploads'
/** An upload that is whole can be read by its owner at `/v1/files/<id>`. */
export const FILES_PATH = '/v1/files'

/** What may be uploaded, told by its first bytes. */
export const uploadTypes = {
  'image/png': PNG_SIGNATURE,
  'image/jpeg': JPEG_SIGNATURE,
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/webp': [0x52, 0x49, 0x46, 0x46],
} as const satisfies Record<string, readonly number[]>
export type UploadType = keyof typeof uploadTypes

export const isUploadType = (text: string): text is UploadType => Object.hasOwn(uploadTypes, text)

/** Whether a file begins as its type must. */
export const beginsAs = (type: UploadType, head: Uint8Array): boolean =>
  uploadTypes[type].every((byte, index) => head[index] === byte)

/** What a file is for: to be ordered, or to be worked on and then deleted. */
export const uploadPurposes = ['order', 'imaging'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** What an upload says of itself (tus `Upload-Metadata`). */
export interface UploadMetadata {
  readonly filetype: UploadType
  /** Of the whole file, in lower case hexadecimal; checked when it is whole. */
  readonly sha256: string
  /** `order` unless it is said. */
  readonly purpose?: UploadPurpose | undefined
}

export const UPLOAD_BYTES_MAX = limits.uploadBytesMax
