import { join } from 'node:path'
import type { ServerConfig } from '../config.ts'
import { BucketUploads } from './bucket-uploads.ts'
import { FolderUploads } from './folder-uploads.ts'
import { ABANDONED_MS, type UploadStore } from './upload-store.ts'

/** In the bucket, where any server goes on with them, or in a folder of this machine. */
export function openUploadStore({ files, dataFolder, keepFreeBytes }: ServerConfig): UploadStore {
  if (files.kind === 's3') return new BucketUploads(files, ABANDONED_MS)
  return new FolderUploads(join(dataFolder, 'uploads'), ABANDONED_MS, keepFreeBytes)
}
