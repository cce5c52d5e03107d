import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import {
  type CodePurpose,
  PHONE_CODE_DIGITS,
  type SentCode,
} from '#core/contract/entities/account.ts'
import type { LocaleCode } from '#core/locales.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { customers, phoneCodes } from '../database/schema.ts'
import { knownSecrets } from '../operation/secrets.ts'
import { type MessageKind, messageText } from './messages/texts.ts'

const VALID_SECONDS = 600
const RESEND_SECONDS = 60
const TRIES_MAX = 5

type Tools = Pick<Context, 'database' | 'messages' | 'secret' | 'previousSecrets' | 'now' | 'log'>

interface Wanted {
  readonly phone: string
  readonly purpose: CodePurpose
  readonly language: LocaleCode
}

/** What a customer offers as proof that they hold a number. */
export interface OfferedProof {
  readonly phone: string
  readonly proof: string
  readonly code: string
}

/**
 * Sends a code to a number. Whether the number has an account changes the message alone, which only
 * its holder reads: a code that cannot serve its purpose is not written into it, and its row fits no
 * code. The answer, the work and the time are the same.
 */
export async function sendPhoneCode(tools: Tools, wanted: Wanted): Promise<SentCode> {
  const { database, messages, log } = tools
  const { phone, purpose, language } = wanted
  const code = String(randomInt(10 ** PHONE_CODE_DIGITS)).padStart(PHONE_CODE_DIGITS, '0')
  const kind = messageKind(purpose, await hasAccount(database, phone))
  const proof = await keepCode(tools, wanted, kind === purpose ? code : null)
  const minutes = String(VALID_SECONDS / 60)
  const text = await messageText(kind, language, { code, minutes })
  try {
    await messages.send(phone, text, language)
  } catch (thrown) {
    log.error({ err: thrown }, 'a message could not be sent')
    await database.delete(phoneCodes).where(eq(phoneCodes.id, proof))
    throw new Refused('message-failed')
  }
  return {
    proof,
    validSeconds: VALID_SECONDS,
    resendSeconds: RESEND_SECONDS,
    message: messages.isSandbox ? text : null,
  }
}

function messageKind(purpose: CodePurpose, isKnown: boolean): MessageKind {
  if (purpose === 'reset') return isKnown ? 'reset' : 'unknown'
  return isKnown ? 'taken' : purpose
}

async function hasAccount(queries: Queries, phone: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.phone, phone))
  return row !== undefined
}

/** @throws Refused `too-many-calls` where the last one for this number and purpose is too young */
async function keepCode(
  { database, secret, now }: Tools,
  { phone, purpose }: Wanted,
  code: string | null,
): Promise<string> {
  return await database.transaction(async (tx) => {
    // Two askers at once: the second waits here and then sees the first one's row.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} ${phone}`}, 0))`,
    )
    const since = new Date(now().getTime() - RESEND_SECONDS * 1000)
    const [young] = await tx
      .select({ createdAt: phoneCodes.createdAt })
      .from(phoneCodes)
      .where(
        and(
          eq(phoneCodes.phone, phone),
          eq(phoneCodes.purpose, purpose),
          gt(phoneCodes.createdAt, since),
        ),
      )
      .limit(1)
    if (young !== undefined) {
      const waitMs = young.createdAt.getTime() - since.getTime()
      throw new Refused('too-many-calls', { params: { seconds: Math.ceil(waitMs / 1000) } })
    }
    const id = crypto.randomUUID()
    await tx.insert(phoneCodes).values({
      id,
      phone,
      purpose,
      codeHash: code === null ? null : hashOf(secret, id, code),
      createdAt: now(),
      expiresAt: new Date(now().getTime() + VALID_SECONDS * 1000),
    })
    return id
  })
}

/**
 * Counts a try and looks at the code. The try is counted outside of what it may open, so that a
 * refusal does not take it back.
 * @throws Refused `fields-wrong` with the field `code`
 */
export async function checkPhoneCode(
  { database, now, ...secrets }: Tools,
  purpose: CodePurpose,
  { phone, proof, code }: OfferedProof,
): Promise<void> {
  const [row] = await database
    .update(phoneCodes)
    .set({ tries: sql`${phoneCodes.tries} + 1` })
    .where(
      and(
        eq(phoneCodes.id, proof),
        eq(phoneCodes.phone, phone),
        eq(phoneCodes.purpose, purpose),
        lt(phoneCodes.tries, TRIES_MAX),
        gt(phoneCodes.expiresAt, now()),
      ),
    )
    .returning({ codeHash: phoneCodes.codeHash })
  if (row === undefined) throw codeRefused('code-ended')
  const stored = Buffer.from(row.codeHash ?? '')
  const isRight = knownSecrets(secrets).some((secret) => {
    const given = Buffer.from(hashOf(secret, proof, code))
    return stored.length === given.length && timingSafeEqual(stored, given)
  })
  if (!isRight) throw codeRefused('code-wrong')
}

/** Uses a checked code up, in the transaction that it opens: of two at once, one finds it gone. */
export async function spendPhoneCode(queries: Queries, proof: string): Promise<void> {
  const [spent] = await queries
    .delete(phoneCodes)
    .where(eq(phoneCodes.id, proof))
    .returning({ id: phoneCodes.id })
  if (spent === undefined) throw codeRefused('code-ended')
}

const codeRefused = (kind: 'code-wrong' | 'code-ended') =>
  new Refused('fields-wrong', { fields: { code: kind } })

/** Keyed: a million codes would be tried in a moment by who has the rows alone. */
const hashOf = (secret: string, proof: string, code: string): string =>
  createHmac('sha256', secret).update(`phone code ${proof} ${code}`).digest('base64url')
