import { resolve } from 'node:path'
import { z } from 'zod'

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4173),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Folder of the built app. */
  STAMPA_DIST: z.string().min(1).default('dist'),
})

export interface ServerConfig {
  readonly port: number
  readonly host: string
  readonly distFolder: string
}

/**
 * The server's settings from the environment.
 * @throws Error that names every variable that is wrong
 */
export function readConfig(environment: Record<string, string | undefined>): ServerConfig {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment has wrong settings:\n${lines.join('\n')}`)
  }
  const { PORT, HOST, STAMPA_DIST } = parsed.data
  return { port: PORT, host: HOST, distFolder: resolve(STAMPA_DIST) }
}
