import { chmodSync, createReadStream, mkdirSync, type ReadStream } from 'node:fs'
import { chmod, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { FileConfigstore, FileStore } from '@tus/file-store'
import type { Upload } from '@tus/server'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-modes.ts'
import { refuseUpload } from './refuse-file.ts'
import type { UploadStore } from './upload-store.ts'

const PIECE_BYTES = 1 << 20

class PrivateConfigstore extends FileConfigstore {
  override async set(id: string, upload: Upload): Promise<void> {
    await super.set(id, upload)
    await chmod(join(this.directory, `${id}.json`), PRIVATE_FILE)
  }
}

/** Uploads under way, in a folder for this user's eyes only. */
export class FolderUploads extends FileStore implements UploadStore {
  readonly #keepFreeBytes: number

  /** @param keepFreeBytes of the disk, for the database and its orders */
  constructor(directory: string, expirationPeriodInMilliseconds: number, keepFreeBytes: number) {
    mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER })
    chmodSync(directory, PRIVATE_FOLDER)
    const configstore = new PrivateConfigstore(directory)
    super({ directory, configstore, expirationPeriodInMilliseconds })
    this.extensions = ['creation', 'termination', 'expiration']
    this.#keepFreeBytes = keepFreeBytes
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload)
    await chmod(this.sourceOf(upload.id), PRIVATE_FILE)
    return created
  }

  override read(id: string): ReadStream {
    return createReadStream(this.sourceOf(id), { highWaterMark: PIECE_BYTES })
  }

  /** Removes what there is of an upload. */
  override async remove(id: string): Promise<void> {
    await rm(this.sourceOf(id), { force: true })
    await rm(`${this.sourceOf(id)}.json`, { force: true })
  }

  sourceOf(id: string): string {
    return join(this.directory, id)
  }

  async left(): Promise<readonly string[]> {
    return (await this.configstore.list?.()) ?? []
  }

  async checkSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.directory)
    if (bavail * bsize - bytes < this.#keepFreeBytes) throw refuseUpload(507, 'storage-full')
  }
}
