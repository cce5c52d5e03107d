import { randomBytes, randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { and, eq, inArray } from 'drizzle-orm'
import type { TestCard } from '#core/commerce/payments/test-cards.ts'
import type { Database } from '../../database/connect.ts'
import { sandboxDeliveries, sandboxPayments } from '../../database/schema.ts'
import type { SandboxState } from './sandbox-states.ts'

const REFERENCE_BYTES = 24
const LATE_WEBHOOK_MS = 30_000
const REPEATED_WEBHOOKS = 5

export type SandboxPayment = typeof sandboxPayments.$inferSelect

type Opening = Pick<
  SandboxPayment,
  'key' | 'minor' | 'currency' | 'orderNumber' | 'shop' | 'language'
>

/** States in which a customer can pay. */
export const payableStates: readonly SandboxState[] = ['open', 'confirming']

/** When an event's webhooks are sent, counted from now. */
const webhooksAfterMs = (card: TestCard | null): readonly number[] => {
  if (card === 'no-answer') return []
  if (card === 'late-webhook') return [LATE_WEBHOOK_MS]
  return card === 'repeated-webhook' ? Array<number>(REPEATED_WEBHOOKS).fill(0) : [0]
}

export type SandboxBank = ReturnType<typeof createSandboxBank>

/**
 * The sandbox's third party: it knows payments of its own, moves them in transactions of its own, and
 * tells the shop by webhooks that survive its end. The shop sees nothing of it but its answers.
 */
export function createSandboxBank({
  database,
  now,
}: {
  readonly database: Database
  readonly now: () => Date
}) {
  const changes = new EventEmitter()

  /** @returns null where it stands in none of those states (any more) */
  const move = async (
    reference: string,
    from: readonly SandboxState[],
    to: SandboxState,
    { card = null, tells = false }: { card?: TestCard | null; tells?: boolean } = {},
  ): Promise<SandboxPayment | null> => {
    const at = now()
    const moved = await database.transaction(async (tx) => {
      const [row] = await tx
        .update(sandboxPayments)
        .set({ state: to, card, changedAt: at })
        .where(
          and(eq(sandboxPayments.reference, reference), inArray(sandboxPayments.state, [...from])),
        )
        .returning()
      if (row === undefined || !tells) return row ?? null
      const eventId = randomUUID()
      const rows = webhooksAfterMs(card).map((ms) => ({
        eventId,
        reference,
        dueAt: new Date(at.getTime() + ms),
      }))
      if (rows.length > 0) await tx.insert(sandboxDeliveries).values(rows)
      return row
    })
    if (moved !== null && tells) changes.emit('change')
    return moved
  }

  const find = async (reference: string): Promise<SandboxPayment | null> => {
    const [row] = await database
      .select()
      .from(sandboxPayments)
      .where(eq(sandboxPayments.reference, reference))
    return row ?? null
  }

  return {
    find,
    /** Calls `listener` whenever a webhook is to be sent. */
    onChange: (listener: () => void) => void changes.on('change', listener),

    /** The same key again answers the same payment. */
    open: async (opening: Opening): Promise<SandboxPayment> => {
      const reference = randomBytes(REFERENCE_BYTES).toString('base64url')
      await database
        .insert(sandboxPayments)
        .values({ ...opening, reference, state: 'open', createdAt: now(), changedAt: now() })
        .onConflictDoNothing({ target: sandboxPayments.key })
      const [row] = await database
        .select()
        .from(sandboxPayments)
        .where(eq(sandboxPayments.key, opening.key))
      if (row === undefined) throw new Error('a payment was not written')
      return row
    },

    authorise: (reference: string, card: TestCard) =>
      move(reference, payableStates, 'authorised', { card, tells: true }),
    refuseForGood: (reference: string) =>
      move(reference, payableStates, 'declined', { tells: true }),
    askHolder: (reference: string, card: TestCard) =>
      move(reference, payableStates, 'confirming', { card }),
    holderRefuses: (reference: string) => move(reference, ['confirming'], 'open'),
    cancel: (reference: string) => move(reference, payableStates, 'cancelled', { tells: true }),

    capture: (reference: string) => move(reference, ['authorised'], 'captured'),
    giveBack: async (reference: string): Promise<void> => {
      await move(reference, payableStates, 'cancelled')
      await move(reference, ['authorised'], 'voided')
      await move(reference, ['captured'], 'refunded')
    },
  }
}
