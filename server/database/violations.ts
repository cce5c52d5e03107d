/** PostgreSQL's SQLSTATE for a row that is there already. */
const UNIQUE_VIOLATION = '23505'

/** Whether a query failed because of a unique index; drizzle wraps the driver's error. */
export function isUniqueViolation(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return ('code' in thrown && thrown.code === UNIQUE_VIOLATION) || isUniqueViolation(thrown.cause)
}

/** SQLSTATEs but those of a connection that broke, and of time that ran out. */
const JUDGED = /^(?!08|57)\d[\dA-Z]{4}$/

/** Whether PostgreSQL found fault with what was asked, or had to choose: asked again, it answers at once. */
export function isJudged(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  return JUDGED.test(code) || isJudged(thrown.cause)
}

/** The constraint that a query failed on, or null where it failed otherwise. */
export function violatedConstraint(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null
  if ('constraint' in thrown && typeof thrown.constraint === 'string') return thrown.constraint
  return violatedConstraint(thrown.cause)
}
