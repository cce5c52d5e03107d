/** Builds the server as plain JavaScript into `dist-server`: no compiler runs in production. */
import { cp } from 'node:fs/promises'
import { build } from 'vite'

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist-server',
    target: 'node20',
    rolldownOptions: {
      input: ['server/main.ts', 'server/calls/large-body-worker.ts'],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
// Read at run time, from beside the script that opens the database.
await cp('server/database/migrations', 'dist-server/migrations', { recursive: true })
