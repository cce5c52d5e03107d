import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import wasm from 'vite-plugin-wasm'
import { generatedVersion } from './build/generated-version.ts'
import { OPENING_SCRIPT, openingGroup, openingScript } from './build/opening-script.ts'
import { regularIcons } from './build/regular-icons.ts'
import { workersPipelines } from './build/workers-pipelines.ts'
import { isolationHeaders } from './server/headers.ts'

const harnessFolder = resolve('tests/browser/harness')
/** Where `npm run serve` answers the calls of `npm run dev`. */
const devServer = 'http://127.0.0.1:4173'
/** One room's page alone can be built by naming it in STAMPA_HARNESS_PAGE. */
const harnessPages = () =>
  readdirSync(harnessFolder)
    .filter((name) => name.endsWith(`${process.env['STAMPA_HARNESS_PAGE'] ?? ''}.html`))
    .map((name) => resolve(harnessFolder, name))

/** A language's words come as screens need them: every screen's, the studio's, and what few see. */
const wordsGroup = (id: string): string | null => {
  const [, code, namespace = ''] = /locales\/([\w-]+)\/(\w+)\.json$/.exec(id) ?? []
  if (code === undefined) return null
  if (namespace === 'offline' || namespace === 'staff') return `words-${namespace}-${code}`
  return `words-${['shop', 'store', 'errors'].includes(namespace) ? '' : 'studio-'}${code}`
}

/** Of the image tools screens know the table; the rest is shared by pipelines, which workers load. */
const PIPELINES =
  /\/core\/imaging\/(?!device\/|models|preview-sizes|tool-definition|tools\/table|tools\/[\w-]+\/(tool|left-out)\.)/

/**
 * Left alone, each set of screens that shares some modules gets a file of its own: most are smaller
 * than asking for them, and each screen asks for dozens.
 */
const chunks = {
  codeSplitting: {
    groups: [
      { name: openingGroup, priority: 2 },
      { name: wordsGroup, priority: 2 },
      { name: 'start', tags: ['$initial' as const], priority: 1 },
      {
        name: 'shared',
        test: (id: string) => !PIPELINES.test(id),
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 330_000,
      },
    ],
  },
  // Shared files may import each other: a module must still run before who needs it.
  strictExecutionOrder: true,
  // A shared file would be named after every screen that shares it.
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`,
  assetFileNames: ({ names: [name = ''] }: { names: string[] }) =>
    `assets/${name.includes('~') ? name.split('~')[0] : '[name]'}-[hash][extname]`,
}

/** Built one mode after the other into the app's folder: what they share, they would load for each other. */
const documentsOf: Readonly<Record<string, readonly string[]>> = {
  'card-page': ['pay.html'],
  stations: ['station.html', 'simulator.html'],
}

/**
 * The app is built by itself: what a build's documents share, scripts and styles, would else come with
 * its first screen.
 */
function inputs(mode: string) {
  if (mode === 'harness') return { input: harnessPages() }
  const documents = documentsOf[mode]
  if (documents !== undefined) return { input: [...documents] }
  return { input: ['index.html', OPENING_SCRIPT], output: chunks }
}

export default defineConfig(({ mode }) => ({
  base: '/',
  define: { 'import.meta.env.STAMPA_GENERATED': JSON.stringify(generatedVersion()) },
  plugins: [
    react(),
    wasm(),
    regularIcons(),
    ...(mode === 'production' ? [openingScript(), workersPipelines()] : []),
  ],
  worker: {
    format: 'es',
    plugins: () => [wasm()],
    rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } },
  },
  build: {
    target: 'esnext',
    outDir: mode === 'harness' ? 'dist-harness' : 'dist',
    assetsInlineLimit: 0,
    emptyOutDir: documentsOf[mode] === undefined,
    copyPublicDir: documentsOf[mode] === undefined,
    rolldownOptions: inputs(mode),
  },
  optimizeDeps: {
    include: ['onnxruntime-web/wasm', 'onnxruntime-web/jspi', 'comlink'],
  },
  server: {
    headers: isolationHeaders,
    proxy: Object.fromEntries(
      ['/shop', '/baking', '/partnerapplets', '/api', '/v1'].map((path) => [path, devServer]),
    ),
  },
}))
