/**
 * Holds `import-rules.ts`: every import of core, workers, src, server and station goes where it may, and no
 * file imports itself by a detour. Types count: a type that points upward is a wrong direction too.
 * And `dependencies` is what the built server needs to run, no more.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseSync } from 'oxc-parser'
import { z } from 'zod'
import { moduleRules, packageRules } from './import-rules.ts'

const root = new URL('../', import.meta.url)
const sources = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'core', 'workers', 'src', 'server', 'station'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(new URL(file, root)))

const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()) })

const isWithin = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}.`)

const longest = (path: string, prefixes: readonly string[]): string | null =>
  prefixes
    .filter((prefix) => isWithin(path, prefix))
    .reduce<string | null>(
      (best, prefix) => (prefix.length > (best?.length ?? 0) ? prefix : best),
      null,
    )

/** Every module that a file asks for: imports, re-exports, and `import()` of a literal. */
function requestsOf(file: string): readonly string[] {
  const text = readFileSync(new URL(file, root), 'utf8')
  const { module } = parseSync(file, text)
  return [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) =>
      found.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports
      .map((found) => text.slice(found.moduleRequest.start, found.moduleRequest.end))
      .filter((literal) => /^['"]/.test(literal))
      .map((literal) => literal.slice(1, -1)),
  ]
}

/** The path of a module of ours from the repository's root; null for a package. */
function pathOf(file: string, request: string): string | null {
  const bare = request.replace(/\?.*$/, '')
  if (bare.startsWith('#')) return bare.slice(1)
  return bare.startsWith('.') ? join(dirname(file), bare) : null
}

const packageOf = (request: string): string => {
  if (request.startsWith('node:')) return 'node:'
  return request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')
}

/** What src may know of a worker: its face, and the URL of its script. */
const isWorkerFace = (path: string): boolean =>
  /^workers\/[\w-]+\/(api\.ts|[\w-]+\.worker\.ts)$/.test(path)

function refusalOf(file: string, request: string): string | null {
  const path = pathOf(file, request)
  if (path === null) {
    const places = packageRules[packageOf(request)]
    if (places?.some((place) => isWithin(file, place))) return null
    return `${file}: package ${packageOf(request)} has no place here`
  }
  const from = longest(file, Object.keys(moduleRules))
  if (from === null) return `${file}: stands in no module of the import rules`
  const allowed = [from, ...(moduleRules[from] ?? [])]
  if (allowed.some((to) => (to === 'workers/api' ? isWorkerFace(path) : isWithin(path, to))))
    return null
  return `${file}: ${from} may not import ${path}`
}

/** What each file asks for, read once. */
const requestsByFile = new Map(sources.map((file) => [file, requestsOf(file)]))
const graph = new Map<string, readonly string[]>()
const refused: string[] = []
for (const [file, requests] of requestsByFile) {
  for (const request of requests) {
    const refusal = refusalOf(file, request)
    if (refusal !== null) refused.push(refusal)
  }
  graph.set(
    file,
    requests.flatMap((request) => pathOf(file, request) ?? []),
  )
}

/** The first circle that is reached from `file`, as the files it goes through. */
function circleFrom(file: string, trail: readonly string[], done: Set<string>): string[] | null {
  const at = trail.indexOf(file)
  if (at >= 0) return [...trail.slice(at), file]
  if (done.has(file)) return null
  for (const next of graph.get(file) ?? []) {
    const circle = circleFrom(next, [...trail, file], done)
    if (circle !== null) return circle
  }
  done.add(file)
  return null
}

const done = new Set<string>()
for (const file of sources) {
  const circle = circleFrom(file, [], done)
  if (circle !== null) {
    refused.push(`a circle: ${circle.join(' -> ')}`)
  }
}

/** Everything that a script comes to, ours and packages. */
function reachedFrom(file: string, files: Set<string>, packages: Set<string>): void {
  if (files.has(file)) return
  files.add(file)
  for (const request of requestsByFile.get(file) ?? []) {
    const path = pathOf(file, request)
    if (path === null) packages.add(packageOf(request))
    else reachedFrom(path, files, packages)
  }
}

const needed = new Set<string>()
/** What runs on a server without the packages of development. */
const scripts = ['server/main.ts', 'server/imaging/imaging-process.ts', 'server/imaging-command.ts']
for (const script of scripts) reachedFrom(script, new Set(), needed)
needed.delete('node:')
const { dependencies } = packageSchema.parse(
  JSON.parse(readFileSync(new URL('package.json', root), 'utf8')),
)
for (const name of needed) {
  if (!(name in dependencies)) refused.push(`package.json: the server needs ${name} to run`)
}
for (const name of Object.keys(dependencies)) {
  if (!needed.has(name)) refused.push(`package.json: the built server runs without ${name}`)
}

if (refused.length > 0) {
  console.error(refused.join('\n'))
  process.exit(1)
}
console.log(`${sources.length} files import only what they may`)
