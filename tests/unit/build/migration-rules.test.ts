import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationFaults } from '../../../build/migration-rules.ts'

const FOLDER = 'server/database/migrations'
/** Those before were released at once, with no server running beside. */
const FIRST = '0013'

describe('a migration leaves what servers of the release before use', () => {
  it.each([
    ['a dropped column', 'ALTER TABLE "orders" DROP COLUMN "note";'],
    ['a dropped table', 'DROP TABLE "orders";'],
    ['another name', 'ALTER TABLE "orders" RENAME COLUMN "a" TO "b";'],
    ['another type', 'ALTER TABLE "orders" ALTER COLUMN "minor" SET DATA TYPE bigint;'],
    ['a demand', 'ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;'],
    ['a new column that must be filled', 'ALTER TABLE "orders" ADD COLUMN "a" text NOT NULL;'],
    ['deleted rows', 'DELETE FROM "orders";'],
    ['an index of a table in use', 'CREATE INDEX "i" ON "orders" USING btree ("a");'],
    ['a constraint of one', 'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("a" > 0);'],
  ])('and is refused for %s', (_, sql) => {
    expect(migrationFaults(sql)).toHaveLength(1)
  })

  it.each([
    [
      'what stands in new tables',
      'CREATE TABLE "a" ("b" text NOT NULL);\n--> statement-breakpoint\nCREATE INDEX "i" ON "a" USING btree ("b");--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "c" CHECK (true);',
    ],
    ['a column with a default', `ALTER TABLE "orders" ADD COLUMN "a" text DEFAULT '' NOT NULL;`],
    ['a column that may be empty', 'ALTER TABLE "orders" ADD COLUMN "a" text;'],
    [
      'what a function does later',
      'CREATE FUNCTION "f"() RETURNS void LANGUAGE sql AS $$ DELETE FROM "orders" $$;',
    ],
    [
      'what says why it may',
      '-- second release: nothing since 0.2 reads it\nALTER TABLE "orders" DROP COLUMN "note";',
    ],
    [
      'what says why it is short',
      '-- holds writes shortly: a row for each machine\nCREATE INDEX "i" ON "machines" USING btree ("a");',
    ],
  ])('and may have %s', (_, sql) => {
    expect(migrationFaults(sql)).toEqual([])
  })

  it('and a mark without a reason is none', () => {
    expect(migrationFaults('-- second release:\nDROP TABLE "orders";')).toHaveLength(1)
  })

  const released = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name >= FIRST)
  it.each(released)('%s does', (name) => {
    expect(migrationFaults(readFileSync(join(FOLDER, name), 'utf8'))).toEqual([])
  })
})
