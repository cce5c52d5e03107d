import { hash as hashOnce, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** RFC 9106's memory-constrained choice as OWASP gives it: argon2id, 19 MiB, two passes. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** @param password as typed; NFKC makes the same password of every keyboard's spelling */
export const hashPassword = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), argon2id)

export const isPassword = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password.normalize('NFKC'))

/** 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: it has 256 random bits, so a plain hash cannot be guessed back. */
export const tokenHash = (token: string): string => hashOnce('sha256', token, 'base64url')

let decoy: Promise<string> | undefined
/** A hash of nobody's password: an unknown number takes as long as a wrong password. */
export const decoyHash = (hashing = hashPassword): Promise<string> => {
  decoy ??= hashing(newToken()).catch((thrown: unknown) => {
    decoy = undefined
    throw thrown
  })
  return decoy
}
