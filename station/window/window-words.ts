import { z } from 'zod'

/** The words that a window's state brings with it. */
export const wordsSchema = z.object({
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  words: z.record(z.string(), z.unknown()),
  refusals: z.record(z.string(), z.unknown()),
})
export type WindowWords = z.infer<typeof wordsSchema>

/** The words of a key, with what they interpolate; nothing where there are none. */
export function wordsAt(
  tree: Readonly<Record<string, unknown>>,
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (at, part) => z.record(z.string(), z.unknown()).safeParse(at).data?.[part],
      tree,
    )
  if (typeof found !== 'string') return ''
  return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_hole, name: string) => String(params[name] ?? ''))
}

/** An element with its class, its words and its children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}

/** The document speaks the machine's language. */
export function speak({ lang, dir }: WindowWords): void {
  document.documentElement.lang = lang
  document.documentElement.dir = dir
}

/** Follows a window's state; what is said while the line is down is said again when it is up. */
export function follow<State>(schema: z.ZodType<State>, show: (state: State) => void): void {
  new EventSource('/events').onmessage = ({ data }) => show(schema.parse(JSON.parse(String(data))))
}
