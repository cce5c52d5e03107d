import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UploadPurpose } from '#core/contract/uploads.ts'
import { customers } from './accounts.ts'
import { moment, now } from './moments.ts'

/** An upload that is whole; its bytes lie in the file store under their SHA-256. */
export const files = pgTable('files', {
  id: text('id').primaryKey(),
  customerId: uuid('customer_id')
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' }),
  sha256: text('sha256').notNull(),
  mediaType: text('media_type').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  purpose: text('purpose').$type<UploadPurpose>().notNull().default('order'),
  createdAt: now('created_at'),
})

/** An upload under way, whichever server it goes on at; its bytes lie in the upload store. */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<UploadPurpose>().notNull().default('order'),
    createdAt: now('created_at'),
  },
  (table) => [index('uploads_customer').on(table.customerId)],
)

/**
 * Who writes to an upload now, on all servers. Unlogged: a lock is worth no flush of the disk, and
 * after a crash of the database nobody writes.
 */
export const uploadLocks = pgTable('upload_locks', {
  uploadId: text('upload_id').primaryKey(),
  holder: uuid('holder').notNull(),
  heldUntil: moment('held_until').notNull(),
  /** Somebody else wants to go on with it: the holder gives up. */
  wanted: boolean('wanted').notNull().default(false),
})
