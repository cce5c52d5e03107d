import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

/** Who an agent is: its own key, and what the server calls it once it is enrolled. */
export interface Identity {
  readonly key: KeyObject
  /** SPKI in base64. */
  readonly publicKey: string
  readonly agent: string | null
}

const schema = z.object({ privateKey: z.string(), agent: z.uuid().nullable() })

/** The identity that a file keeps, made at the first start; nobody else may read it. */
export async function readIdentity(path: string): Promise<Identity> {
  const text = await readFile(path, 'utf8').catch(nullWhereMissing)
  if (text !== null) {
    await chmod(path, 0o600)
    const { privateKey, agent } = schema.parse(JSON.parse(text))
    return identityOf(createPrivateKey(privateKey), agent)
  }
  const made = identityOf(generateKeyPairSync('ed25519').privateKey, null)
  await keepIdentity(path, made)
  return made
}

/** Written whole, or not at all. */
export async function keepIdentity(path: string, { key, agent }: Identity): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    const privateKey = key.export({ format: 'pem', type: 'pkcs8' })
    await file.writeFile(JSON.stringify({ privateKey, agent }))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
}

const identityOf = (key: KeyObject, agent: string | null): Identity => ({
  key,
  agent,
  publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
})

function nullWhereMissing(thrown: unknown): null {
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null
  throw thrown
}
