import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { UPLOADS_PATH } from '#core/contract/uploads.ts'

/** A connection that speaks only what it is told to. */
export function rawConnection(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let text = ''
  socket.on('error', () => {})
  const open = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const received = new Promise<string>((resolve) => {
    socket.on('data', (piece) => {
      text += String(piece)
      if (text.includes('\r\n\r\n')) resolve(text)
    })
    void ended.then(() => resolve(text))
  })
  return { socket, open, ended, received, text: () => text }
}

/** What a server answers to a request that no client of ours would send. */
export async function rawGet(url: string, path: string) {
  const { socket, received } = rawConnection(url)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const head = await received
  return { status: Number(head.split(' ')[1]), head }
}

export async function isListening(url: string): Promise<boolean> {
  const { socket, open, ended } = rawConnection(url)
  const is = await Promise.race([open.then(() => true), ended.then(() => false)])
  socket.destroy()
  return is
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Begins an upload of a PNG; its path. */
export async function beginUpload(url: string, token: string, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const created = await fetch(url + UPLOADS_PATH, {
    method: 'POST',
    headers: {
      token,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': `filetype ${base64('image/png')},sha256 ${base64(sha256)}`,
    },
  })
  return created.headers.get('location') ?? ''
}

/** The head of a request that goes on with an upload; its bytes follow. */
export const patchHead = (location: string, token: string, length: number, offset = 0): string =>
  [
    `PATCH ${location} HTTP/1.1`,
    'Host: x',
    `token: ${token}`,
    'Tus-Resumable: 1.0.0',
    `Upload-Offset: ${offset}`,
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n')
