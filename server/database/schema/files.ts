import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UploadPurpose } from '#core/contract/uploads.ts'
import { customers } from './accounts.ts'
import { now } from './moments.ts'

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
