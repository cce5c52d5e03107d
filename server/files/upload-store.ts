import { chmodSync, mkdirSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileConfigstore, FileStore } from '@tus/file-store'
import type { Upload } from '@tus/server'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

class PrivateConfigstore extends FileConfigstore {
  override async set(id: string, upload: Upload): Promise<void> {
    await super.set(id, upload)
    await chmod(join(this.directory, `${id}.json`), PRIVATE_FILE)
  }
}

/** Uploads under way, in a folder for this user's eyes only. */
export class UploadStore extends FileStore {
  constructor(directory: string, expirationPeriodInMilliseconds: number) {
    mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER })
    chmodSync(directory, PRIVATE_FOLDER)
    const configstore = new PrivateConfigstore(directory)
    super({ directory, configstore, expirationPeriodInMilliseconds })
    this.extensions = ['creation', 'termination', 'expiration']
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload)
    await chmod(this.pathOf(upload.id), PRIVATE_FILE)
    return created
  }

  /** Removes what there is of an upload. */
  override async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    await rm(`${this.pathOf(id)}.json`, { force: true })
  }

  pathOf(id: string): string {
    return join(this.directory, id)
  }
}
