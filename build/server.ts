/** Builds the server into `dist-server`: no compiler runs in production. */
import { bundleServer } from './bundle-server.ts'

await bundleServer('dist-server')
