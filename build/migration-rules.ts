/**
 * Servers of the release before run on beside new ones while these roll out, on a database that the
 * first new one has migrated: a migration may add, and must leave what they read and write.
 */

/** A statement that they may not bear, and how its author says that they do. */
interface Rule {
  readonly what: string
  readonly found: RegExp
  /** A comment line right above the statement begins so, and says why. */
  readonly marker: string
}

const SECOND_RELEASE = '-- second release:'
const SHORT = '-- holds writes shortly:'

const rules: readonly Rule[] = [
  {
    what: 'drops what they may use',
    found: /\bdrop\s+(table|column|view|type|function|trigger|schema)\b/i,
  },
  { what: 'renames what they use', found: /\brename\s+(to|column|constraint)\b|\bset\s+schema\b/i },
  { what: 'changes a type that they write', found: /\balter\s+column\b[^;]*\btype\b/i },
  { what: 'demands what they do not write', found: /\bset\s+not\s+null\b|\bdrop\s+default\b/i },
  {
    what: 'adds a column that they leave out',
    found: /\badd\s+column\b(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i,
  },
  { what: 'deletes rows', found: /^\s*(delete\s+from|truncate)\b/im },
].map((rule) => ({ ...rule, marker: SECOND_RELEASE }))

const BREAKPOINT = '--> statement-breakpoint'

/**
 * What of a migration servers of the release before would not bear, and what would hold everybody
 * up, for all pending migrations are one transaction.
 * @param sql of one migration file
 * @returns a line for each such statement that nothing above it accounts for
 */
export function migrationFaults(sql: string): string[] {
  const statements = sql.split(BREAKPOINT)
  const made = new Set(
    statements.flatMap((each) => tableIn(each, /\bcreate\s+(?:unlogged\s+)?table\s+(\S+)/i)),
  )
  const isOfNew = (statement: string) =>
    tableIn(statement, /\b(?:alter\s+table|create\s+(?:unique\s+)?index\s+\S+\s+on)\s+(\S+)/i).some(
      (table) => made.has(table),
    )
  return statements.flatMap((statement) => {
    if (isOfNew(statement)) return []
    const code = statement.replaceAll(/^\s*--.*$/gm, '')
    // What a function does when it is called is not done now.
    const done = code.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    return [...rules, ...lockRules].flatMap(({ what, found, marker }) =>
      found.test(done) && !isAccounted(statement, marker)
        ? [`${what}: ${done.trim().split('\n')[0]} (mark it "${marker} why")`]
        : [],
    )
  })
}

const lockRules: readonly Rule[] = [
  {
    what: 'holds writes up while it builds',
    found: /\bcreate\s+(unique\s+)?index\b/i,
    marker: SHORT,
  },
  {
    what: 'refuses what they may write, and holds writes up while it checks',
    found: /\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)/i,
    marker: SHORT,
  },
]

const isAccounted = (statement: string, marker: string): boolean =>
  statement.split('\n').some((line) => {
    const trimmed = line.trim()
    return trimmed.startsWith(marker) && trimmed.length > marker.length + 10
  })

const tableIn = (statement: string, pattern: RegExp): readonly string[] => {
  const name = pattern.exec(statement)?.[1]
  return name === undefined ? [] : [name.replaceAll(/["(;]|^public\./g, '')]
}
