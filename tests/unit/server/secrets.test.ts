import { expect, it } from 'vitest'
import { decoyHash } from '#server/accounts/secrets.ts'

it('a decoy that could not be made is made again, one that was made is kept', async () => {
  let tries = 0
  const hashing = async () => {
    tries++
    if (tries === 1) throw new Error('no memory for argon2')
    return `hash ${tries}`
  }
  await expect(decoyHash(hashing)).rejects.toThrow('no memory')
  expect(await decoyHash(hashing)).toBe('hash 2')
  expect(await decoyHash(hashing)).toBe('hash 2')
})
