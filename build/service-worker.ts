/** Builds the service worker, and the one that removes it, into the built and compressed app. */
import { build } from 'vite'
import { offlineFiles } from './offline-files.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: service-worker.ts <folder>')
const files = offlineFiles(folder)
const scripts = { 'service-worker': 'service', 'service-worker-removal': 'removal' }
for (const [name, entry] of Object.entries(scripts)) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      OFFLINE_FILES: JSON.stringify(files),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'esnext',
      rolldownOptions: {
        input: `workers/offline/${entry}.worker.ts`,
        output: { format: 'iife', entryFileNames: `${name}.js` },
      },
    },
  })
}
console.log(`The service worker keeps ${files.shell.length} files at first.`)
