import { createHash, createPublicKey, randomInt } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/connect.ts'
import { enrolmentCodes, machines, stationAgents } from '../../database/schema.ts'
import { READABLE_LETTERS } from '../../operation/readable-letters.ts'
import { machineRow } from '../machines.ts'
import { StationFault } from './station-fault.ts'

const CODE_LENGTH = 16
const CODE_LIVES_MS = 3_600_000

interface CodeOptions {
  /** The machine's earlier agents are listened to no more once it is used. */
  readonly revokesEarlier?: boolean
}

/** A one-time code, `XXXX-XXXX-XXXX-XXXX`, by which an agent becomes that machine's. */
export async function newEnrolmentCode(
  { database, now }: Pick<Context, 'database' | 'now'>,
  machineId: string,
  { revokesEarlier = false }: CodeOptions = {},
): Promise<string> {
  const { id } = await machineRow(database, machineId)
  const letters = Array.from(
    { length: CODE_LENGTH },
    () => READABLE_LETTERS[randomInt(READABLE_LETTERS.length)],
  )
  const code = letters.join('').replace(/.{4}(?=.)/g, '$&-')
  const expiresAt = new Date(now().getTime() + CODE_LIVES_MS)
  await database
    .insert(enrolmentCodes)
    .values({ hash: hashOf(code), machineId: id, expiresAt, revokesEarlier })
  return code
}

/**
 * Makes who knows a code the machine's agent. The same code with the same key answers the same
 * again: its first answer may have been lost.
 * @throws StationFault `code-wrong`, `agent-present`, `request-wrong` for a key that is not Ed25519
 */
export async function enrolAgent(
  { database, now }: Pick<Context, 'database' | 'now'>,
  { code, publicKey }: { readonly code: string; readonly publicKey: string },
): Promise<{ agent: string; machine: string }> {
  if (!isEd25519(publicKey)) throw new StationFault('request-wrong')
  return await database.transaction(async (tx) => {
    const at = now()
    const hash = hashOf(code)
    const [used] = await tx
      .update(enrolmentCodes)
      .set({ usedAt: at })
      .where(
        and(
          eq(enrolmentCodes.hash, hash),
          isNull(enrolmentCodes.usedAt),
          gt(enrolmentCodes.expiresAt, at),
        ),
      )
      .returning()
    if (used === undefined) return await enrolledBefore(tx, hash, publicKey)
    const { machineId, revokesEarlier } = used
    // Two codes of one machine are used one after the other.
    await tx
      .select({ id: machines.id })
      .from(machines)
      .where(eq(machines.id, machineId))
      .for('update')
    const present = and(eq(stationAgents.machineId, machineId), isNull(stationAgents.revokedAt))
    if (revokesEarlier) await tx.update(stationAgents).set({ revokedAt: at }).where(present)
    else if ((await tx.select().from(stationAgents).where(present)).length > 0) {
      throw new StationFault('agent-present')
    }
    const [agent] = await tx
      .insert(stationAgents)
      .values({ machineId, publicKey, enrolledAt: at })
      .returning({ id: stationAgents.id })
    if (agent === undefined) throw new StationFault('server-fault')
    return { agent: agent.id, machine: machineId }
  })
}

/** Who holds the key enrolled with this code, and is asked no second time. */
async function enrolledBefore(tx: Queries, hash: string, publicKey: string) {
  const [found] = await tx
    .select({ agent: stationAgents.id, machine: stationAgents.machineId })
    .from(enrolmentCodes)
    .innerJoin(stationAgents, eq(stationAgents.machineId, enrolmentCodes.machineId))
    .where(
      and(
        eq(enrolmentCodes.hash, hash),
        eq(stationAgents.enrolledAt, enrolmentCodes.usedAt),
        eq(stationAgents.publicKey, publicKey),
        isNull(stationAgents.revokedAt),
      ),
    )
  if (found === undefined) throw new StationFault('code-wrong')
  return found
}

const hashOf = (code: string): string =>
  createHash('sha256').update(code.replaceAll('-', '')).digest('base64url')

function isEd25519(publicKey: string): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    return key.asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}
