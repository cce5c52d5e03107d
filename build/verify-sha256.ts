import { createHash } from 'node:crypto'

/** 64 lower case hexadecimal digits. */
export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** @throws Error that names the file, where its bytes are not those of its card */
export function verifySha256(name: string, bytes: Uint8Array, expected: string): void {
  const found = sha256(bytes)
  if (found !== expected) throw new Error(`${name}: sha256 is ${found}, its card says ${expected}`)
}
