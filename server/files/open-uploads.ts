import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { UploadPurpose } from '#core/contract/uploads.ts'
import { limits } from '#core/limits.ts'
import { UPLOAD_UNIT_BYTES, uploadLimits } from '../calls/rate-limits.ts'
import type { Rates } from '../calls/rates.ts'
import { Refused } from '../calls/refused.ts'
import type { Database } from '../database/connect.ts'
import { uploads } from '../database/schema.ts'
import { refuseUpload } from './refuse-file.ts'

/** Who uploads, and from where. */
export interface Uploader {
  readonly customerId: string
  readonly address: string
  /** Whether nobody on the way reads what is sent. */
  readonly encrypted: boolean
}

/** The uploads under way on all servers, and what one customer or address may take. */
export class OpenUploads {
  readonly #database: Database
  readonly #rates: Rates

  constructor({ database, rates }: { readonly database: Database; readonly rates: Rates }) {
    this.#database = database
    this.#rates = rates
  }

  async has(id: string): Promise<boolean> {
    const found = await this.#database.select().from(uploads).where(eq(uploads.id, id))
    return found.length > 0
  }

  /** Whose it is, and whether it is a photo that a tool is to work on. */
  async find(id: string) {
    const [found] = await this.#database.select().from(uploads).where(eq(uploads.id, id))
    return found && { customerId: found.customerId, isImaging: found.purpose === 'imaging' }
  }

  async isOf(id: string, customerId: string): Promise<boolean> {
    const own = and(eq(uploads.id, id), eq(uploads.customerId, customerId))
    return (await this.#database.select().from(uploads).where(own)).length > 0
  }

  /**
   * Writes down that an upload begins.
   * @returns the customer's oldest ones, which must go for it and are no longer written down
   */
  async begin(id: string, customerId: string, purpose?: UploadPurpose): Promise<readonly string[]> {
    return await this.#database.transaction(async (tx) => {
      // Those that begin at once are counted one after the other.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${customerId}, 1))`)
      const own = await tx
        .select({ id: uploads.id })
        .from(uploads)
        .where(eq(uploads.customerId, customerId))
        .orderBy(asc(uploads.createdAt), asc(uploads.id))
      const over = own.slice(0, Math.max(0, own.length + 1 - limits.uploadsOpenMax))
      for (const old of over) await tx.delete(uploads).where(eq(uploads.id, old.id))
      await tx
        .insert(uploads)
        .values({ id, customerId, purpose, createdAt: sql`clock_timestamp()` })
      return over.map((old) => old.id)
    })
  }

  /** Writes down one that an earlier start left. */
  async takeUp(id: string, customerId: string, purpose?: UploadPurpose): Promise<void> {
    await this.#database.insert(uploads).values({ id, customerId, purpose }).onConflictDoNothing()
  }

  async end(id: string): Promise<void> {
    await this.#database.delete(uploads).where(eq(uploads.id, id))
  }

  /** Uploads that began before then. */
  async begunBefore(then: Date): Promise<readonly string[]> {
    const old = await this.#database
      .select({ id: uploads.id })
      .from(uploads)
      .where(lt(uploads.createdAt, then))
    return old.map(({ id }) => id)
  }

  /** Photos that are being sent for a tool. */
  async imaging(of: {
    readonly customerId?: string
    readonly begunBefore?: Date
  }): Promise<readonly string[]> {
    const found = await this.#database
      .select({ id: uploads.id })
      .from(uploads)
      .where(
        and(
          eq(uploads.purpose, 'imaging'),
          of.customerId === undefined ? undefined : eq(uploads.customerId, of.customerId),
          of.begunBefore && lt(uploads.createdAt, of.begunBefore),
        ),
      )
    return found.map(({ id }) => id)
  }

  /** @throws a refusal where this much more would be too much for the day */
  async admit(
    { customerId, address }: Pick<Uploader, 'customerId' | 'address'>,
    bytes: number,
  ): Promise<void> {
    const amount = Math.ceil(bytes / UPLOAD_UNIT_BYTES)
    const who = { customer: customerId, address }
    await this.#rates.spend('upload', uploadLimits, who, amount).catch((thrown: unknown) => {
      throw thrown instanceof Refused ? refuseUpload(429, 'too-many-calls') : thrown
    })
  }
}
