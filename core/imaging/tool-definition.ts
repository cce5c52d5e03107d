import { z } from 'zod'
import { StampaError } from '../errors.ts'
import type { Box, PixelSink, PixelSource } from '../pixels/pixels.ts'
import type { Plane, Raster } from '../pixels/raster.ts'
import { strokesTextSchema } from './brush-strokes.ts'
import type { ModelRole, Network } from './models.ts'
import type { Thing } from './thing.ts'
import type { InferenceSession, ToolEnvironment } from './tool.ts'

/** How a setting is shown: a slider with the way its value is written, one of a few, or on the photo. */
export type ToolField =
  | {
      readonly kind: 'slider'
      readonly min: number
      readonly max: number
      readonly step: number
      readonly format: 'number' | 'percent' | 'border-mm' | 'edge-px'
    }
  | {
      readonly kind: 'choice'
      readonly options: readonly (string | number)[]
      /** Whether each is shown by what it would make of the photo: words say little of a look. */
      readonly isPictured?: boolean
    }
  | { readonly kind: 'corners' }
  | { readonly kind: 'strokes' }

const fields = new WeakMap<z.ZodType, ToolField>()

/** A number between two ends, and what it is to begin with. */
export function slider(field: Omit<ToolField & { kind: 'slider' }, 'kind'>, initial: number) {
  const schema = z.number().min(field.min).max(field.max).default(initial)
  fields.set(schema, { kind: 'slider', ...field })
  return schema
}

/** How much of a tool's effect is wanted. */
export const strength = (initial: number) =>
  slider({ min: 0, max: 1, step: 0.05, format: 'percent' }, initial)

/** One of a few; the first is what it is to begin with. */
export const choice = <const Option extends string | number>(
  options: readonly [Option, ...Option[]],
) => choiceField(options, { kind: 'choice', options })

/** The same, of ways in which the photo is drawn. */
export const look = <const Option extends string | number>(
  options: readonly [Option, ...Option[]],
) => choiceField(options, { kind: 'choice', options, isPictured: true })

function choiceField<Option extends string | number>(
  options: readonly [Option, ...Option[]],
  field: ToolField,
) {
  const isOption = (value: unknown) => options.some((option) => option === value)
  const schema = z.custom<Option>(isOption).prefault(() => options[0])
  fields.set(schema, field)
  return schema
}

/** Four corners on the photo, as text; empty, as to begin with, for those that the tool finds. */
export function corners(pattern: RegExp) {
  const schema = z.string().regex(pattern).or(z.literal('')).default('')
  fields.set(schema, { kind: 'corners' })
  return schema
}

/** What a brush painted over the photo, as text; empty, as to begin with, for nothing. */
export function strokes() {
  const schema = strokesTextSchema.default('')
  fields.set(schema, { kind: 'strokes' })
  return schema
}

export type ToolSettings = Readonly<Record<string, string | number | boolean>>
type SettingsSchema = z.ZodObject<Readonly<Record<string, z.ZodType<string | number | boolean>>>>

/** Loads the networks of some roles, and answers which each of them has. */
export type Networks = (
  roles: readonly ModelRole[],
) => Promise<(role: ModelRole) => InferenceSession>

/** {@link Networks} from what gives one network; one after the other, for they share a runtime. */
export const networksBy =
  (networkOf: (role: ModelRole) => Promise<Network | null>): Networks =>
  async (roles) => {
    const found = new Map<ModelRole, InferenceSession>()
    for (const role of roles) {
      const network = await networkOf(role)
      if (network === null) throw new StampaError('tool-unavailable', { cause: `no ${role}` })
      found.set(role, network.session)
    }
    return (role) => {
      const session = found.get(role)
      if (session === undefined) throw new Error(`${role} was not asked for`)
      return session
    }
  }

/** What a tool works on and with. */
export interface ToolJob {
  readonly env: ToolEnvironment
  readonly source: PixelSource
  /** Opens the result once the tool knows its size. */
  readonly openSink: (widthPx: number, heightPx: number) => PixelSink
  /** Size of `source` against the photo it stands for; under 1 in a preview. */
  readonly ratio: number
  /** Whether it is looked at for a moment only: what is drawn may be coarser than in the print. */
  readonly isQuick?: boolean
  /** The network of a role, or null where this build has none. */
  readonly network: (role: ModelRole) => Promise<Network | null>
  /**
   * The networks of some roles, fetched together.
   * @throws StampaError `tool-unavailable` where no model has one of them
   */
  readonly networks: Networks
  /** What is kept of pictures for the next job lives as long as this does. */
  readonly memory: object
  /**
   * In a preview: what the tool saw in the photo, whatever its sliders say, is kept for the next
   * preview as long as this lives. It is large: a run at full size keeps none of it.
   */
  readonly previews?: object
  /**
   * A small copy of the photo, kept where a preview or an earlier run made one. It is everybody's,
   * and not to be written on. Without it the tool makes its own.
   */
  readonly copyOf?: (longSidePx: number) => Promise<Raster>
}

/** What a cut-out took of its photo. */
export interface TakenOut {
  readonly matte: Plane
  /** Where it took no people, also what was left out of these; else null. */
  readonly things: readonly Thing[] | null
}

/** Makes the result; answers what a cut-out took, null of all other tools. */
export type RunTool<Settings> = (job: ToolJob, settings: Settings) => Promise<TakenOut | null>

/**
 * A tool as one row: request, stored settings, the panel's fields, the networks to fetch and the
 * keys of its words (`names`, `short`, `texts` by id; `fields` and `options` by setting) follow.
 */
export interface Tool<Id extends string = string, Schema extends SettingsSchema = SettingsSchema> {
  readonly id: Id
  readonly icon:
    | 'scissors'
    | 'pencil'
    | 'sun'
    | 'arrows-out'
    | 'smiley'
    | 'magic-wand'
    | 'frame-corners'
  /** The networks it asks for; where no model has a role, the tool is not offered. */
  readonly roles: readonly ModelRole[]
  /** Networks that make it better, and that it does without where they cannot be had. */
  readonly aids?: readonly ModelRole[]
  /** Those of its networks that some settings ask for; all where a tool does not say. */
  rolesOf?(settings: z.infer<Schema>): readonly ModelRole[]
  readonly settings: Schema
  /** Takes so long that a quick preview goes before the fine one. */
  readonly isSlow?: true
  /** Takes long with a photo that it has not seen: a quick preview goes before the first fine one. */
  readonly isSlowAtFirst?: true
  /** It mends what is wrong, and leaves what is right: where hardly anything changes that is said. */
  readonly mends?: true
  /** Whether its preview is looked at closely, and so is shown as large as it is made. */
  readonly closeUp?: boolean
  /**
   * The same without what it mends, where the result lies otherwise than the photo: what a preview is
   * compared with. The photo itself where a tool does not say.
   */
  unmended?(settings: z.infer<Schema>): z.infer<Schema>
  /**
   * Finds the part of a result that is its picture, where a rim may lie about it that no print is to show; in
   * fractions of the result, null for all of it. It goes by pixels alone: a result may come from the server.
   */
  readonly pictureIn?: () => Promise<(result: Raster) => Box | null>
  /** Whether the customer has said what stays, which the print is then to show whole. */
  isSeenWhole?(settings: z.infer<Schema>): boolean
  /** How many times larger the result is than the photo. */
  scale?(settings: z.infer<Schema>): number
  /** The pipeline, which only the worker loads. */
  load(): Promise<{ run: RunTool<z.infer<Schema>> }>
}

/** Says a tool with its own types. */
export const defineTool = <Id extends string, Schema extends SettingsSchema>(
  tool: Tool<Id, Schema>,
): Tool<Id, Schema> => tool

/** The fields of a tool, in the order in which its settings stand. */
export const fieldsOf = (tool: Tool): readonly (ToolField & { readonly key: string })[] =>
  Object.entries(tool.settings.shape).flatMap(([key, schema]) => {
    const field = fields.get(schema)
    return field === undefined ? [] : [{ key, ...field }]
  })

/**
 * Settings as they were stored, by this version or another: what is not understood any more is as
 * it is to begin with.
 */
export function settingsOf<Schema extends SettingsSchema>(
  tool: Tool<string, Schema>,
  stored: ToolSettings = {},
): z.infer<Schema> {
  const known = Object.entries(stored).filter(
    ([key, value]) => tool.settings.shape[key]?.safeParse(value).success,
  )
  return tool.settings.parse(Object.fromEntries(known))
}
