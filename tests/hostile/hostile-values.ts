import fc from 'fast-check'
import { z } from 'zod'
import type { Service } from '#core/contract/service.ts'

/** Values that have broken servers before. */
const oddities: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  'a\0b',
  '\ud83d',
  '\udc4d end',
  '\u202e\u0300\ufeff',
  "'; drop table orders; --",
  '../../etc/passwd',
  '{{7*7}}<script>',
  '__proto__',
  'x'.repeat(5000),
  '0',
  '1e400',
  '1'.repeat(40),
  '99999999-9999-9999-9999-999999999999',
  '2026-02-30',
  0,
  -0,
  -1,
  0.1,
  1e-9,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 40,
  2 ** 53,
  2 ** 63,
  8.64e15 + 1,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { constructor: { prototype: {} } },
  { toString: 1, valueOf: null, length: 1e9 },
  Array(500).fill(0),
  Array.from({ length: 300 }, (_, at) => ({ id: at })),
  Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, at])),
]
export const oddity = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddities) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

type Path = readonly (string | number)[]
const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Every place within a value. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (!isBranch(value)) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

function changed(value: unknown, [key, ...rest]: Path, to: unknown, drop: boolean): unknown {
  if (key === undefined) return to
  if (!isBranch(value)) return value
  const copy: object = Array.isArray(value) ? [...value] : { ...value }
  if (rest.length === 0 && drop) Reflect.deleteProperty(copy, key)
  else Reflect.set(copy, key, changed(Reflect.get(copy, key), rest, to, drop))
  return copy
}

/** A good request with one to three places of it spoilt. */
export function spoilt(good: object): fc.Arbitrary<unknown> {
  const paths = pathsOf(good).slice(1)
  const place = paths.length === 0 ? fc.constant(['more']) : fc.constantFrom(...paths)
  const spoil = fc.tuple(place, oddity, fc.boolean())
  return fc
    .array(spoil, { minLength: 1, maxLength: 3 })
    .map((spoils) =>
      spoils.reduce<unknown>((value, [path, to, drop]) => changed(value, path, to, drop), good),
    )
}

interface Described {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Described[]
  readonly oneOf?: readonly Described[]
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly prefixItems?: readonly Described[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** What the contract says of a request, kept to nearly everywhere, and passed at its edges. */
export function almost({ request }: Service): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' })
  return almostLike(described as Described)
}

function almostLike(of: Described): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: like(of) }, { weight: 1, arbitrary: oddity })
}

function like(of: Described): fc.Arbitrary<unknown> {
  const choices = of.anyOf ?? of.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(almostLike))
  if (of.const !== undefined) return fc.constant(of.const)
  if (of.enum !== undefined) return fc.constantFrom(...of.enum)
  if (of.type === 'object') {
    const fields = Object.entries(of.properties ?? {}).map(([name, field]) => [
      name,
      almostLike(field),
    ])
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  if (of.type === 'array') {
    if (of.prefixItems !== undefined) return fc.tuple(...of.prefixItems.map(almostLike))
    const maxLength = Math.min(of.maxItems ?? 6, 6)
    return fc.array(almostLike(of.items ?? {}), { maxLength })
  }
  if (of.type === 'boolean') return fc.boolean()
  if (of.type === 'number' || of.type === 'integer') return numberLike(of)
  if (of.type === 'string') return fc.string({ unit: 'grapheme', maxLength: of.maxLength ?? 40 })
  return oddity
}

function numberLike({ type, minimum = -1e6, maximum = 1e6 }: Described): fc.Arbitrary<number> {
  const edges = [minimum, maximum, minimum - 1, maximum + 1]
  const within =
    type === 'integer'
      ? fc.integer({ min: Math.max(-1e9, minimum), max: Math.min(1e9, maximum) })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof(fc.constantFrom(...edges), within)
}
