import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BlobStore, blobKey } from './blob.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-modes.ts'

/** What is being taken in; so old, a crash has left it. */
const PART = '.part'
const PART_LEFT_MS = 3_600_000

/** Files in a folder of this machine, for this user's eyes only. */
export function openFolderStore(folder: string): BlobStore {
  const pathOf = (sha256: string) => join(folder, blobKey(sha256))
  const put: BlobStore['put'] = async (path, { sha256, bytes }) => {
    const target = pathOf(sha256)
    if ((await sizeOf(target)) === bytes) return
    await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
    await takeIn(path, target)
  }
  return {
    put,
    take: put,
    has: async ({ sha256, bytes }) => (await sizeOf(pathOf(sha256))) === bytes,
    open: async ({ sha256, bytes }) => {
      const file = await open(pathOf(sha256)).catch(nullIfMissing)
      if (file === null) return null
      if ((await file.stat()).size === bytes) return file.createReadStream()
      await file.close()
      return null
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    sweep: (now) => sweepParts(folder, now),
  }
}

/** Under a name of its own first: what bears the hash as its name is whole, after a crash too. */
async function takeIn(path: string, target: string): Promise<void> {
  const part = `${target}.${randomUUID()}${PART}`
  try {
    await linkOrCopy(path, part)
    await chmod(part, PRIVATE_FILE)
    await sync(part)
    await rename(part, target)
    await sync(dirname(target))
  } finally {
    await rm(part, { force: true })
  }
}

async function sweepParts(folder: string, now: Date): Promise<void> {
  const names = (await readdir(folder, { recursive: true }).catch(nullIfMissing)) ?? []
  for (const name of names.filter((each) => each.endsWith(PART))) {
    const path = join(folder, name)
    // Linking keeps the time of writing: the time of the change of its name tells.
    const changed = (await stat(path).catch(nullIfMissing))?.ctimeMs ?? now.getTime()
    if (now.getTime() - changed > PART_LEFT_MS) await rm(path, { force: true })
  }
}

/** A second name costs no space; another disk needs a copy. */
async function linkOrCopy(path: string, part: string): Promise<void> {
  try {
    await link(path, part)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EXDEV') throw thrown
    await copyFile(path, part, constants.COPYFILE_EXCL)
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const sizeOf = async (path: string): Promise<number | null> =>
  (await stat(path).catch(nullIfMissing))?.size ?? null

function nullIfMissing(thrown: unknown): null {
  if (codeOf(thrown) === 'ENOENT') return null
  throw thrown
}

const codeOf = (thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown ? thrown.code : null
