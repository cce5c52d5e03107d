import type { FileStore } from '../config.ts'
import type { BlobStore } from './blob.ts'
import { openBucketStore } from './bucket-store.ts'
import { openFolderStore } from './folder-store.ts'

/** A folder, or a bucket that speaks S3. */
export const openBlobStore = (store: FileStore): BlobStore =>
  store.kind === 'folder' ? openFolderStore(store.folder) : openBucketStore(store)
