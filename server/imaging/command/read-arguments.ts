import { basename, extname, join } from 'node:path'
import { z } from 'zod'
import { fieldsOf, type Tool, type ToolField } from '#core/imaging/tool-definition.ts'
import { type ToolId, toolById, tools } from '#core/imaging/tools/table.ts'

/** Pictures that the command makes, and what each tool is to do. */
export interface Batch {
  readonly tool: ToolId
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly items: readonly BatchItem[]
  /** The table of times as JSON. */
  readonly json: boolean
  /** Whether files that are there already may be replaced. */
  readonly force: boolean
}

export interface BatchItem {
  readonly from: string
  readonly to: Target
}

/** A file of its own name, or one in a folder whose ending follows from what the tool makes. */
export type Target = { readonly file: string } | { readonly folder: string; readonly name: string }

/** What was typed is not understood; the message says what would be. */
export class UsageError extends Error {}

const PICTURE_ENDINGS = ['.png', '.jpg', '.jpeg']
const isPicture = (path: string) => PICTURE_ENDINGS.includes(extname(path).toLowerCase())

/** `featherPx` as it is typed: `feather-px`. */
const typed = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What a setting takes, in words. */
function values(field: ToolField): string {
  if (field.kind === 'slider') return `${field.min} to ${field.max}`
  if (field.kind === 'corners') return '"x y x y x y x y" in ten thousandths'
  if (field.kind === 'strokes') return '"+radius x y x y;-radius x y" in ten thousandths'
  return field.options.join(' | ')
}

const toolLines = tools.map((tool: Tool) => {
  const options = fieldsOf(tool).map((field) => `[--${typed(field.key)} ${values(field)}]`)
  return `  ${[tool.id.padEnd(16), ...options].join(' ')}`
})

const USAGE = `npm run imaging -- TOOL in.jpg [more.jpg ...] out.png|out-folder [options] [--force] [--json]
${toolLines.join('\n')}
npm run imaging -- print DESIGN.stampa out.pdf|out.png [--dpi 300] [--force] [--json]
  --force replaces files that are there; --json prints what was done as JSON.`

/**
 * What was typed after `npm run imaging --`.
 * @throws UsageError
 */
export function readArguments(typedWords: readonly string[]): Batch {
  const { words, options } = split(typedWords)
  const [id = '', ...paths] = words
  const tool = toolById(id)
  if (tool === undefined) throw new UsageError(`There is no tool ${id || 'named'}.\n${USAGE}`)
  const to = paths.pop()
  if (to === undefined || paths.length === 0)
    throw new UsageError(`A photo and where its result goes are needed.\n${USAGE}`)
  const { force, json, ...rest } = options
  return {
    tool: idOf(tool),
    settings: settingsOf(tool, rest),
    items: itemsOf(tool, paths, to),
    json: isSwitch('json', json),
    force: isSwitch('force', force),
  }
}

const idOf = (tool: Tool): ToolId => {
  const known = tools.find(({ id }) => id === tool.id)
  if (known === undefined) throw new UsageError(`There is no tool ${tool.id}.`)
  return known.id
}

type Options = Readonly<Record<string, string | true>>

const SWITCHES = ['force', 'json']

/** Words, and what follows two dashes: `--name value`, `--name=value`; switches take nothing. */
export function split(typedWords: readonly string[]): {
  words: readonly string[]
  options: Options
} {
  const words: string[] = []
  const options: Record<string, string | true> = {}
  for (let at = 0; at < typedWords.length; at++) {
    const word = typedWords[at] ?? ''
    const [, name, value] = /^--([\w-]+)(?:=(.*))?$/.exec(word) ?? []
    if (name === undefined) words.push(word)
    else if (value !== undefined) options[name] = value
    else if (SWITCHES.includes(name)) options[name] = true
    else {
      const next = typedWords[++at]
      if (next === undefined) throw new UsageError(`--${name} is given no value.\n${USAGE}`)
      options[name] = next
    }
  }
  return { words, options }
}

export function isSwitch(name: string, value: string | true | undefined): boolean {
  if (value === undefined || value === true) return value === true
  throw new UsageError(`--${name} takes no value.`)
}

function settingsOf(tool: Tool, options: Options): Batch['settings'] {
  const settings: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(options)) {
    const field = fieldsOf(tool).find(({ key }) => typed(key) === name)
    if (field === undefined) throw new UsageError(`${tool.id} has no option --${name}.\n${USAGE}`)
    settings[field.key] = valueAsTyped(name, field, String(value))
  }
  const parsed = tool.settings.safeParse(settings)
  if (parsed.success) return parsed.data
  throw new UsageError(z.prettifyError(parsed.error))
}

function valueAsTyped(name: string, field: ToolField, value: string): string | number {
  const wrong = new UsageError(`--${name} takes ${values(field)}, not ${value}.`)
  if (field.kind === 'choice') {
    const option = field.options.find((each) => String(each) === value)
    if (option === undefined) throw wrong
    return option
  }
  if (field.kind === 'corners' || field.kind === 'strokes') return value
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (!(number >= field.min && number <= field.max)) throw wrong
  return number
}

function itemsOf(tool: Tool, paths: readonly string[], to: string): readonly BatchItem[] {
  const [only] = paths
  if (isPicture(to)) {
    if (only === undefined || paths.length > 1)
      throw new UsageError('Several photos go into a folder, not into one file.')
    return [{ from: only, to: { file: to } }]
  }
  if (extname(to) !== '') throw new UsageError(`A result is a .png or a .jpg, not ${extname(to)}.`)
  const items = paths.map((from) => ({
    from,
    to: { folder: to, name: `${basename(from, extname(from))}-${tool.id}` },
  }))
  const names = items.map((item) => join(item.to.folder, item.to.name))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new UsageError(`Two photos would become ${twice}.`)
  return items
}
