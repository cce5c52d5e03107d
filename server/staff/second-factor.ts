import { createHmac, randomInt } from 'node:crypto'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { recoveryCodes, type StaffAccountRow, staffAccounts } from '../database/schema.ts'
import { READABLE_LETTERS } from '../operation/readable-letters.ts'
import { knownSecrets, type Secrets } from '../operation/secrets.ts'
import { createSealing } from './sealing.ts'

/** RFC 4226 wants 128 bits at least and recommends 160. */
const SECRET_BYTES = 20
/** A code of the step before or after is taken: clocks differ, and typing takes time. */
const STEPS_AROUND = 1
const RECOVERY_CODES = 8
/** Ten of 32 letters: 50 bits. */
const RECOVERY_LENGTH = 10

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Of bytes that are secret already. */
export const secretOfBytes = (bytes: Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32.slice(0, 32)

/** What an authenticator is told: six digits every thirty seconds, by RFC 6238. */
export const authenticatorOf = (username: string, secret: string): TOTP =>
  new TOTP({ issuer: 'Stampa', label: username, secret: Secret.fromBase32(secret) })

export const totpSealing = (secrets: Secrets) =>
  createSealing(knownSecrets(secrets), 'second factor')

/** The step that a code belongs to, or null where it fits none. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = authenticatorOf('', secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: STEPS_AROUND })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/**
 * Takes a code of the authenticator or a recovery code; neither is taken a second time.
 * @throws Refused `code-wrong`, also for a code that was used
 */
export async function spendCode(
  context: Secrets & Pick<Context, 'now'>,
  tx: Queries,
  account: StaffAccountRow,
  code: string,
): Promise<void> {
  const secret = totpSealing(context).open(account.totpSecret ?? '', account.id)
  const step = /^\d{6}$/.test(code) ? stepOfCode(secret, code, context.now()) : null
  const good =
    step === null
      ? await spendRecoveryCode(context, tx, account, code)
      : await spendStep(tx, account.id, step)
  if (!good) throw new Refused('code-wrong')
}

/** Whether the step was not used yet; from now on it is. */
async function spendStep(queries: Queries, accountId: string, step: number): Promise<boolean> {
  const used = await queries
    .update(staffAccounts)
    .set({ totpStep: step })
    .where(and(eq(staffAccounts.id, accountId), lt(staffAccounts.totpStep, step)))
    .returning({ id: staffAccounts.id })
  return used.length === 1
}

/** New codes for who will have lost their authenticator; the old ones open nothing any more. */
export async function newRecoveryCodes(
  context: Pick<Context, 'secret'>,
  queries: Queries,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, drawnCode)
  await queries.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  const rows = codes.map((code) => ({ accountId, hash: hashOf(context, accountId, code) }))
  await queries.insert(recoveryCodes).values(rows)
  return codes
}

/** Whether it is one of the account's; it opens nothing a second time. */
async function spendRecoveryCode(
  context: Secrets,
  queries: Queries,
  { id }: Pick<StaffAccountRow, 'id'>,
  code: string,
): Promise<boolean> {
  const used = await queries
    .delete(recoveryCodes)
    .where(
      inArray(
        recoveryCodes.hash,
        knownSecrets(context).map((secret) => hashOf({ secret }, id, code)),
      ),
    )
    .returning({ hash: recoveryCodes.hash })
  return used.length === 1
}

function drawnCode(): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => READABLE_LETTERS[randomInt(READABLE_LETTERS.length)],
  ).join('')
  return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`
}

const hashOf = ({ secret }: Pick<Context, 'secret'>, accountId: string, code: string): string =>
  createHmac('sha256', `recovery ${secret}`)
    .update(`${accountId} ${code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`)
    .digest('base64url')
