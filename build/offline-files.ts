import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { localeCodes } from '../core/locales.ts'
import type { FileGroup, KeptFile, OfflineFiles } from '../workers/offline/offline-files.ts'
import { generatedVersion } from './generated-version.ts'

/** What the shell may weigh; as it is sent it is a third. A visit of the studio fetches most of it. */
const SHELL_BYTES_MAX = 2_210_000

/** Not of the shell: what few visits need, or each needs another of. */
const apart = {
  words: /^(words|card-page)-/,
  atWork: /^(StaffPage|PartnerPage|MapView)-/,
  tools: /^(imaging|strips)\.worker-/,
  openCv: /^opencv\.worker-/,
  /** Of devices with a graphics processor that WebGPU reaches. */
  webgpu: /^webgpu\.worker-/,
  fonts: /\.woff2$/,
  /** Kept by the tools themselves, checked by their hash. */
  downloads: /\.onnx$|^ort-wasm[\w.-]+\.wasm$/,
}

const cardSchema = z.object({ sha256: z.string() })

/**
 * Sorts the files of a build by when its service worker keeps them.
 * @param folder of the built app, with its other documents
 * @throws Error where the shell is larger than it may be
 */
export function offlineFiles(folder: string): OfflineFiles {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => !name.endsWith('.br'))
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const reached = reachedIn(folder, assets)
  const beginning = assets.filter((name) => html.includes(name))
  const all = reached(beginning, [])
  const shell = reached(beginning, Object.values(apart))
  const tools = reached(named(all, apart.tools), [apart.openCv, apart.webgpu, apart.downloads])
  const webgpu = reached(named(all, apart.webgpu), [apart.downloads])
  const openCv = reached(named(all, apart.openCv), [apart.downloads])
  const groups = [
    ...localeCodes.map((code) => group(`words-${code}`, `words-${code}-`, wordsOf(all, code))),
    group('tools', 'imaging.worker-', without(tools, shell)),
    group('webgpu', 'webgpu.worker-', without(webgpu, [...shell, ...tools])),
    group('opencv', 'open-cv-package-', without(openCv, [...shell, ...tools])),
  ]
  const grouped = groups.flatMap(({ urls }) => urls.map(nameOf))
  const downloads = named(all, apart.downloads)
  refuseTooLarge(folder, shell)
  const [version] = /\/assets\/index-[\w-]+\.js/.exec(html) ?? []
  if (version === undefined) throw new Error('index.html has no first script')
  return {
    version,
    shell: [...shell.map((name) => ({ url: urlOf(name), revision: null })), ...unhashed(folder)],
    groups,
    others: without(all, [...shell, ...grouped, ...downloads]).map(urlOf),
    downloads: [...downloads.map(urlOf), ...networkKeys()],
    passedBy: without(assets, all).map(urlOf),
    generated: generatedVersion(),
  }
}

const urlOf = (name: string): string => `/assets/${name}`
const nameOf = (url: string): string => url.replace('/assets/', '')
const named = (names: readonly string[], pattern: RegExp) =>
  names.filter((name) => pattern.test(name))
const without = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name))
const group = (name: string, marker: string, names: readonly string[]): FileGroup => ({
  name,
  marker: urlOf(marker),
  urls: names.map(urlOf),
})
const wordsOf = (names: readonly string[], code: string) =>
  named(names, new RegExp(`^words-((studio|offline)-)?${code}-`))

/** Follows names that stand in scripts and styles; a hashed name stands nowhere by chance. */
function reachedIn(folder: string, assets: readonly string[]) {
  const namesIn = (name: string): readonly string[] => {
    if (!/\.(m?js|css)$/.test(name)) return []
    const text = readFileSync(join(folder, 'assets', name), 'utf8')
    return assets.filter((each) => text.includes(each))
  }
  const known = new Map(assets.map((name) => [name, namesIn(name)]))
  return (from: readonly string[], stops: readonly RegExp[]): readonly string[] => {
    const found = new Set<string>()
    const follow = (name: string): void => {
      if (found.has(name) || stops.some((stop) => stop.test(name))) return
      found.add(name)
      for (const next of known.get(name) ?? []) follow(next)
    }
    for (const name of from) follow(name)
    return [...found].sort()
  }
}

/** The document last: once it is kept, all that it asks for is. */
const unhashed = (folder: string): readonly KeptFile[] =>
  ['/first-paint.js', '/favicon.svg', '/app.webmanifest', '/'].map((url) => {
    const bytes = readFileSync(join(folder, url === '/' ? 'index.html' : url))
    const revision = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    return { url, revision }
  })

/** As `workers/imaging/inference/downloads.ts` names what it keeps. */
const networkKeys = (): readonly string[] =>
  readdirSync('models')
    .map((name) => join('models', name, 'model.json'))
    .filter((path) => existsSync(path))
    .map((path) => cardSchema.parse(JSON.parse(readFileSync(path, 'utf8'))))
    .map(({ sha256 }) => `/model-cache/${sha256}`)

function refuseTooLarge(folder: string, shell: readonly string[]): void {
  const sizeOf = (name: string) => statSync(join(folder, 'assets', name)).size
  const bytes = shell.reduce((sum, name) => sum + sizeOf(name), 0)
  if (bytes <= SHELL_BYTES_MAX) return
  throw new Error(`the shell weighs ${bytes} bytes, ${SHELL_BYTES_MAX} at most`)
}
