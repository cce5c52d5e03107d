import { resolve } from 'node:path'
import { z } from 'zod'
import { isLocaleCode, type LocaleCode } from '#core/locales.ts'
import { SECRET_LENGTH_MIN } from './operation/kept-secret.ts'
import { StartFault } from './operation/start-fault.ts'

const locale = z.custom<LocaleCode>((code) => typeof code === 'string' && isLocaleCode(code), {
  message: 'is no locale code of the specification',
})
/** A list in one variable. */
const commas = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
const yes = z.enum(['true', 'false']).transform((text) => text === 'true')

const environmentSchema = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(4173),
    HOST: z.string().min(1).default('127.0.0.1'),
    /** Folder of the built app. */
    STAMPA_DIST: z.string().min(1).default('dist'),
    /** Folder of the embedded database, of files and of secrets made here. */
    STAMPA_DATA: z.string().min(1).default('data'),
    /** A PostgreSQL of the deployment's; without it one is run here. */
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    /** Longest wait for the database: for a connection, and for one query. */
    DATABASE_TIMEOUT_MS: z.coerce.number().int().min(100).default(15_000),
    DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(200).default(10),
    /** Signs the claims of station codes; without it one is made and kept in the data folder. */
    STAMPA_SECRET: z.string().min(SECRET_LENGTH_MIN).optional(),
    /**
     * Taken too where something was signed or sealed with them, with commas between: STAMPA_SECRET
     * before it was changed, or the next one before it is (docs/deploy.md).
     */
    STAMPA_PREVIOUS_SECRETS: z
      .string()
      .default('')
      .transform(commas)
      .pipe(z.array(z.string().min(SECRET_LENGTH_MIN)).max(3)),
    STAMPA_LANGUAGE: locale.default('en-us'),
    STAMPA_CURRENCY: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('CNY'),
    /** `specified`: the specification's own pattern; `international`: any country's numbers. */
    STAMPA_PHONES: z.enum(['specified', 'international']).default('specified'),
    /** Address of map tiles with {z}, {x} and {y}; without it places are lists and coordinates. */
    STAMPA_TILES: z
      .string()
      .regex(/\{z\}.*\{x\}.*\{y\}/)
      .optional(),
    STAMPA_TILES_CREDIT: z.string().max(200).default(''),
    /** Sample stations, goods and coupons for an empty database. */
    STAMPA_SAMPLES: yes.default(true),
    /** `npm start` runs two sample stations on simulated printers. */
    STAMPA_STATIONS: yes.default(true),
    /** `false` removes the service worker from every browser that has one, should it ever be bad. */
    STAMPA_SERVICE_WORKER: yes.default(true),
    /** Multiplies every limit on calls, where many customers share one network address. */
    STAMPA_RATE_FACTOR: z.coerce.number().positive().default(1),
    /** Image tools on this server, for customers whose device is too weak and who agree to it. */
    STAMPA_IMAGING: yes.default(true),
    STAMPA_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
    /**
     * Takes text messages to phone numbers by POST; without it they are the sandbox's: shown on the
     * page and in the log, and sent to nobody.
     */
    STAMPA_MESSAGES_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Sent to it as a bearer token. */
    STAMPA_MESSAGES_KEY: z.string().min(1).optional(),
    /**
     * Who takes cards. By default the sandbox, whose test cards take nobody's money, on the embedded
     * database, and nobody on a deployment's own.
     */
    STAMPA_PAYMENTS: z.enum(['sandbox', 'stripe', 'none']).optional(),
    /** Where the sandbox sends its webhooks, by an unreliable line, say; without it to this server. */
    STAMPA_SANDBOX_WEBHOOK: z.url({ protocol: /^http$/ }).optional(),
    /** Where customers open the app, as a card provider's page leads them back: `https://...`. */
    STAMPA_URL: z.url({ protocol: /^https?$/ }).optional(),
    STAMPA_STRIPE_KEY: z.string().min(1).optional(),
    STAMPA_STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
    /** Another place that speaks Stripe's API, for tests. */
    STAMPA_STRIPE_HOST: z.url({ protocol: /^https?$/ }).optional(),
    /** Proxies whose `X-Forwarded-For` is believed; none by default. */
    STAMPA_TRUSTED_PROXIES: z.string().default(''),
    /** Lets the collector of `/metrics` in, as `Authorization: Bearer`; without it there are none. */
    STAMPA_METRICS_TOKEN: z.string().min(16).optional(),
    /** A collector that takes OTLP over HTTP; without it nothing is traced. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    /** Connections at once. */
    STAMPA_CONNECTIONS: z.coerce.number().int().min(10).default(10_000),
    /** How long a request's head, its body, and the next bytes of an upload may take. */
    STAMPA_HEAD_MS: z.coerce.number().int().min(100).default(10_000),
    STAMPA_BODY_MS: z.coerce.number().int().min(100).default(30_000),
    STAMPA_UPLOAD_SILENCE_MS: z.coerce.number().int().min(100).default(60_000),
    /** How long what runs may go on when the server is told to end. */
    STAMPA_DRAIN_MS: z.coerce.number().int().min(0).default(10_000),
    /** Disk space that uploads leave free, for the database and its orders. */
    STAMPA_KEEP_FREE_MB: z.coerce.number().int().min(0).default(1024),
    STAMPA_S3_BUCKET: z.string().min(1).optional(),
    STAMPA_S3_REGION: z.string().min(1).default('us-east-1'),
    STAMPA_S3_ENDPOINT: z.url().optional(),
    STAMPA_S3_KEY: z.string().min(1).optional(),
    STAMPA_S3_SECRET: z.string().min(1).optional(),
  })
  .refine(({ STAMPA_S3_BUCKET, STAMPA_S3_KEY, STAMPA_S3_SECRET }) => {
    return STAMPA_S3_BUCKET === undefined || Boolean(STAMPA_S3_KEY && STAMPA_S3_SECRET)
  }, 'STAMPA_S3_BUCKET needs STAMPA_S3_KEY and STAMPA_S3_SECRET')
  .refine((set) => {
    const keys = [set.STAMPA_STRIPE_KEY, set.STAMPA_STRIPE_WEBHOOK_SECRET, set.STAMPA_URL]
    return set.STAMPA_PAYMENTS !== 'stripe' || keys.every((key) => key !== undefined)
  }, 'STAMPA_PAYMENTS=stripe needs STAMPA_STRIPE_KEY, STAMPA_STRIPE_WEBHOOK_SECRET and STAMPA_URL')

/** Who carries text messages to phone numbers. */
export type MessageRoute =
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'gateway'; readonly url: string; readonly key: string | null }

/** Who takes cards. */
export type CardPayments =
  | { readonly kind: 'none' }
  | { readonly kind: 'sandbox'; readonly webhook: string | null }
  | {
      readonly kind: 'stripe'
      readonly key: string
      readonly webhookSecret: string
      /** Where customers open the app. */
      readonly appUrl: string
      readonly host: string | null
    }

/** Where files are kept: a folder, or a bucket that speaks S3. */
export type FileStore =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      readonly region: string
      readonly endpoint: string | null
      readonly key: string
      readonly secret: string
    }

export interface ServerConfig {
  readonly port: number
  readonly host: string
  readonly distFolder: string
  readonly dataFolder: string
  readonly databaseUrl: string | null
  readonly databaseConnections: number
  readonly secret: string | null
  readonly previousSecrets: readonly string[]
  readonly language: LocaleCode
  readonly currency: string
  readonly phones: 'specified' | 'international'
  readonly tiles: { readonly url: string; readonly credit: string } | null
  readonly samples: boolean
  readonly stations: boolean
  readonly serviceWorker: boolean
  readonly rateFactor: number
  readonly imaging: boolean
  readonly log: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  readonly trustedProxies: readonly string[]
  readonly keepFreeBytes: number
  readonly databaseTimeoutMs: number
  readonly metricsToken: string | null
  readonly tracesTo: string | null
  readonly connections: number
  /** How long the server waits for others. */
  readonly patience: {
    readonly headMs: number
    readonly bodyMs: number
    readonly silenceMs: number
    readonly drainMs: number
  }
  readonly files: FileStore
  readonly messages: MessageRoute
  readonly payments: CardPayments
}

/**
 * The server's settings from the environment.
 * @throws StartFault that names every variable that is wrong
 */
export function readConfig(environment: Record<string, string | undefined>): ServerConfig {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) =>
      [issue.path.join('.'), issue.message].filter(Boolean).join(': '),
    )
    throw new StartFault(`The environment has wrong settings:\n${lines.join('\n')}`)
  }
  const set = parsed.data
  const dataFolder = resolve(set.STAMPA_DATA)
  return {
    port: set.PORT,
    host: set.HOST,
    distFolder: resolve(set.STAMPA_DIST),
    dataFolder,
    databaseUrl: set.DATABASE_URL ?? null,
    databaseConnections: set.DATABASE_CONNECTIONS,
    secret: set.STAMPA_SECRET ?? null,
    previousSecrets: set.STAMPA_PREVIOUS_SECRETS,
    language: set.STAMPA_LANGUAGE,
    currency: set.STAMPA_CURRENCY,
    phones: set.STAMPA_PHONES,
    tiles: set.STAMPA_TILES ? { url: set.STAMPA_TILES, credit: set.STAMPA_TILES_CREDIT } : null,
    samples: set.STAMPA_SAMPLES,
    stations: set.STAMPA_STATIONS,
    serviceWorker: set.STAMPA_SERVICE_WORKER,
    rateFactor: set.STAMPA_RATE_FACTOR,
    imaging: set.STAMPA_IMAGING,
    log: set.STAMPA_LOG,
    trustedProxies: commas(set.STAMPA_TRUSTED_PROXIES),
    databaseTimeoutMs: set.DATABASE_TIMEOUT_MS,
    metricsToken: set.STAMPA_METRICS_TOKEN ?? null,
    tracesTo: set.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    connections: set.STAMPA_CONNECTIONS,
    patience: {
      headMs: set.STAMPA_HEAD_MS,
      bodyMs: set.STAMPA_BODY_MS,
      silenceMs: set.STAMPA_UPLOAD_SILENCE_MS,
      drainMs: set.STAMPA_DRAIN_MS,
    },
    keepFreeBytes: set.STAMPA_KEEP_FREE_MB * 1024 ** 2,
    files: fileStoreOf(set, dataFolder),
    messages:
      set.STAMPA_MESSAGES_URL === undefined
        ? { kind: 'sandbox' }
        : { kind: 'gateway', url: set.STAMPA_MESSAGES_URL, key: set.STAMPA_MESSAGES_KEY ?? null },
    payments: cardPaymentsOf(set),
  }
}

function cardPaymentsOf(set: z.infer<typeof environmentSchema>): CardPayments {
  const { STAMPA_STRIPE_KEY: key, STAMPA_STRIPE_WEBHOOK_SECRET: webhookSecret } = set
  const kind = set.STAMPA_PAYMENTS ?? (set.DATABASE_URL === undefined ? 'sandbox' : 'none')
  if (kind === 'none') return { kind }
  if (kind === 'sandbox') return { kind, webhook: set.STAMPA_SANDBOX_WEBHOOK ?? null }
  if (key === undefined || webhookSecret === undefined || set.STAMPA_URL === undefined) {
    throw new Error('a setting of Stripe is missing')
  }
  return { kind, key, webhookSecret, appUrl: set.STAMPA_URL, host: set.STAMPA_STRIPE_HOST ?? null }
}

function fileStoreOf(set: z.infer<typeof environmentSchema>, dataFolder: string): FileStore {
  const { STAMPA_S3_BUCKET: bucket, STAMPA_S3_KEY: key, STAMPA_S3_SECRET: secret } = set
  if (bucket === undefined || key === undefined || secret === undefined) {
    return { kind: 'folder', folder: resolve(dataFolder, 'files') }
  }
  const endpoint = set.STAMPA_S3_ENDPOINT ?? null
  return { kind: 's3', bucket, region: set.STAMPA_S3_REGION, endpoint, key, secret }
}
