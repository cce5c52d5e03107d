import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keeps what must be read again, under a key made of the server's secret. */
export interface Sealing {
  /** @param owner whose it is: nobody else's row opens it */
  readonly seal: (text: string, owner: string) => string
  /** @throws Error where it was sealed for another, or under a secret that is not known */
  readonly open: (sealed: string, owner: string) => string
  /** Sealed under the present secret, or null where it is already. @throws Error as `open` does */
  readonly sealAnew: (sealed: string, owner: string) => string | null
}

/**
 * Seals by AES-256-GCM.
 * @param secrets the first seals, the others open what was sealed before
 * @param purpose makes keys of its own
 */
export function createSealing(secrets: readonly string[], purpose: string): Sealing {
  const [key = Buffer.alloc(0), ...previous] = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', `stampa ${purpose}`, 32)),
  )
  const open = (sealed: string, owner: string): string => {
    for (const old of previous) {
      const text = openedWith(old, sealed, owner)
      if (text !== null) return text
    }
    const text = openedWith(key, sealed, owner)
    if (text === null) throw new Error('sealed for another, or under a secret that is not known')
    return text
  }
  const sealing: Sealing = {
    seal: (text, owner) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open,
    sealAnew: (sealed, owner) =>
      openedWith(key, sealed, owner) === null ? sealing.seal(open(sealed, owner), owner) : null,
  }
  return sealing
}

/** Null where the key or the owner is another. */
function openedWith(key: Buffer, sealed: string, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
