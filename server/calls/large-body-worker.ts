/** The thread in which large bodies are read: the event loop goes on meanwhile. */
import { parentPort } from 'node:worker_threads'
import { readLargeBody } from './read-large-body.ts'

parentPort?.on('message', ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  parentPort?.postMessage({ id, body: readLargeBody(bytes) })
})
