import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { endpoints, type Service } from '#core/contract/service.ts'
import { type ServiceKey, services } from '#core/contract/services.ts'
import { FILES_PATH, UPLOADS_PATH, uploadTypes } from '#core/contract/uploads.ts'
import { limits } from '#core/limits.ts'
import { almost, oddity, spoilt } from './hostile-values.ts'

/** One request of an attack. */
export interface Attack {
  readonly kind: 'spoilt' | 'almost' | 'paging' | 'body' | 'address' | 'upload' | 'file'
  readonly what: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Bytes that are sent to where the first request was told to send them. */
  readonly upload?: Uint8Array
}

/** A good request of a service, and whose token it is. */
export interface Target {
  readonly key: ServiceKey
  readonly token: string
  readonly good: object
}

const json = { 'Content-Type': 'application/json' }
const call = (
  kind: Attack['kind'],
  { key, token }: Target,
  fields: unknown,
  headers: Readonly<Record<string, string>> = {},
): Attack => {
  const service: Service = services[key]
  const body =
    typeof fields === 'object' && fields !== null ? { s: service.name, ...fields } : fields
  return {
    kind,
    what: service.name,
    method: 'POST',
    path: service.endpoint,
    headers: { ...json, token, ...headers },
    body: JSON.stringify(body ?? null),
  }
}

/** Text that a header can carry at all. */
const headerText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 2000)

const bodies: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '['.repeat(30_000),
    `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
    `[${'[[[[[]]]]],'.repeat(5000)}0]`,
    `{"s":"Order.place","__proto__":{"a":1}}`,
    `{"s":"Order.place","design":{"constructor":{"prototype":{}}}}`,
    `{"s":"Order.place","design":{"layers":[${'0,'.repeat(28_000)}0]}}`,
    `{"s":"${'x'.repeat(60_000)}"}`,
    `{"s":"Order.place","design":{"version":1,"layers":${'[null,'.repeat(20)}0${']'.repeat(20)}}}`,
    's=User.login&phone=%00&password=%ff%fe&password=%',
    `s=Order.quote&product=${'%5B'.repeat(15_000)}`,
    `s=Order.place&${'a&'.repeat(20_000)}`,
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.json(),
)
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
  '',
]

/** Bodies as large as an order may be, made to be slow. */
const largeBodies: readonly (() => string)[] = [
  () => `{"s":"Order.place","design":{"version":2,"layers":[${'0,'.repeat(1_000_000)}0]}}`,
  () => {
    const points = '0,'.repeat(900_000)
    return `{"s":"Order.place","design":{"layers":[{"kind":"doodle","strokes":[{"points":[${points}0]}]}]}}`
  },
  () => `[${'[],'.repeat(700_000)}0]`,
  () => `{"s":"Order.place","design":{${keys(50_000)}}}`,
  () => `{"s":"Order.place","design":{"layers":[{"derived":[{"settings":{${keys(55_000)}}}]}]}}`,
  () => `{"s":"Order.place","remarks":"${'\\u0000'.repeat(300_000)}"}`,
  () => `{"s":"Order.place","design":{"layers":[${'{},'.repeat(95_000)}{}]}}`,
  () => '['.repeat(2_000_000),
  () => `{"s":"Order.place","more":"${'x'.repeat(limits.orderBytesMax)}"}`,
]
const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":null`).join(',')

const paths = [
  '//',
  '///',
  '/\\',
  '/%',
  '/%00',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/shop/index/',
  '/shop/index?s=User.info',
  `/${'a/'.repeat(2000)}`,
  `${FILES_PATH}/%00`,
  `${FILES_PATH}/a%00b`,
  `${FILES_PATH}/..%2f..%2fsecret`,
  `${FILES_PATH}/${'f'.repeat(3000)}`,
  `${FILES_PATH}/%ed%a0%bd`,
  `${UPLOADS_PATH}/%00`,
  `${UPLOADS_PATH}/..%2f..%2fsecret`,
  `${UPLOADS_PATH}/${'0'.repeat(32)}`,
  '/openapi.json?%00',
  '/v1/settings/..',
]
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']

/** Attacks on every call and address; `files` are uploaded too. */
export function attacks(
  targets: readonly Target[],
  files: readonly string[],
): fc.Arbitrary<Attack> {
  const [first] = targets
  if (first === undefined) throw new Error('nothing to attack')
  const target = fc.constantFrom(...targets)
  const { token } = first
  const paging = fc.constantFrom(
    'pageNum',
    'pageSize',
    'beginTime',
    'direction',
    'orderBy',
    'token',
  )
  const paged = targets.find(({ key }) => key === 'orderTimeline') ?? first
  const raw = fc.record({
    path: fc.constantFrom(...Object.values(endpoints)),
    type: fc.constantFrom(...contentTypes),
    body: bodies,
  })
  const addressed = fc.record({
    path: fc.constantFrom(...paths),
    method: fc.constantFrom(...methods),
  })
  return fc.oneof(
    {
      weight: 40,
      arbitrary: target.chain((each) => spoilt(each.good).map((to) => call('spoilt', each, to))),
    },
    {
      weight: 25,
      arbitrary: target.chain((each) =>
        almost(services[each.key]).map((to) => call('almost', each, to)),
      ),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(paging, oddity)
        .map(([name, value]) => call('paging', paged, {}, { [name]: headerText(value) })),
    },
    {
      weight: 14,
      arbitrary: raw.map(
        ({ path, type, body }): Attack => ({
          kind: 'body',
          what: type,
          method: 'POST',
          path,
          headers: { ...(type !== '' && { 'Content-Type': type }), token },
          body,
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...largeBodies).map(
        (body): Attack => ({
          kind: 'body',
          what: 'large',
          method: 'POST',
          path: endpoints.shop,
          headers: { ...json, token },
          body: body(),
        }),
      ),
    },
    {
      weight: 6,
      arbitrary: addressed.map(
        ({ path, method }): Attack => ({
          kind: 'address',
          what: path.slice(0, 40),
          method,
          path,
          headers: { token },
        }),
      ),
    },
    { weight: 5, arbitrary: uploads(token) },
    ...(files.length === 0 ? [] : [{ weight: 3, arbitrary: fileUploads(token, files) }]),
  )
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const tus = { 'Tus-Resumable': '1.0.0' }

/** Upload requests with odd headers. */
function uploads(token: string): fc.Arbitrary<Attack> {
  const fields = fc.record({
    method: fc.constantFrom('POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS', 'PUT'),
    length: oddity,
    offset: oddity,
    filetype: fc.oneof(fc.constantFrom(...Object.keys(uploadTypes)), oddity),
    sha256: oddity,
    body: fc.uint8Array({ maxLength: 400 }),
  })
  return fields.map(({ method, length, offset, filetype, sha256, body }) => ({
    kind: 'upload',
    what: method,
    method,
    path: UPLOADS_PATH,
    headers: {
      ...tus,
      token,
      'Upload-Length': headerText(length),
      'Upload-Offset': headerText(offset),
      'Upload-Metadata': `filetype ${base64(headerText(filetype))},sha256 ${base64(headerText(sha256))},${headerText(sha256)}`,
      ...(method !== 'HEAD' && { 'Content-Type': 'application/offset+octet-stream' }),
    },
    ...(!['HEAD', 'OPTIONS'].includes(method) && { body }),
  }))
}

const FILE_BYTES_MAX = 3_000_000

/** Real damaged files, announced honestly as each type that may be uploaded. */
function fileUploads(token: string, files: readonly string[]): fc.Arbitrary<Attack> {
  const types = fc.constantFrom(...Object.keys(uploadTypes))
  return fc.tuple(fc.constantFrom(...files), types).map(([path, filetype]) => {
    const upload = readFileSync(path)
    const sha256 = createHash('sha256').update(upload).digest('hex')
    return {
      kind: 'file',
      what: path,
      method: 'POST',
      path: UPLOADS_PATH,
      headers: {
        ...tus,
        token,
        'Upload-Length': String(upload.length),
        'Upload-Metadata': `filetype ${base64(filetype)},sha256 ${base64(sha256)}`,
      },
      upload,
    }
  })
}

/** The damaged files beside the project; none where they are not there. */
export function damagedFiles(): string[] {
  const data = resolve(process.env['STAMPA_PHOTOGRAPHS'] ?? '../shared/data')
  const folders = ['open/robustness', 'robustness'].map((name) => join(data, name))
  const folder = folders.find((each) => existsSync(each))
  if (folder === undefined) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= FILE_BYTES_MAX)
}
