import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server as TusServer } from '@tus/server'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  UPLOAD_BYTES_MAX,
  UPLOADS_PATH,
  type UploadMetadata,
  uploadTypes,
} from '#core/contract/uploads.ts'
import { callerOfToken } from '../accounts/tokens.ts'
import type { Context } from '../context.ts'
import { files } from '../database/schema.ts'
import { headersFor } from '../headers.ts'
import { checkFile } from './check-file.ts'

/** An upload that nobody has gone on with for so long is deleted. */
const ABANDONED_MS = 24 * 3_600_000

const metadataSchema = z.object({
  filetype: z.enum(Object.keys(uploadTypes) as (keyof typeof uploadTypes)[]),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const ownedSchema = metadataSchema.extend({ customerId: z.uuid() })

const refuse = (status: number, body: string) => ({ status_code: status, body })

/**
 * Resumable uploads by the tus protocol: written to disk as they come, and once whole hashed, sized,
 * checked for their type and handed to the file store. Only their owner can go on with them.
 */
export function openUploads(
  app: FastifyInstance,
  context: Context,
): { sweep: () => Promise<unknown> } {
  const folder = join(context.config.dataFolder, 'uploads')
  mkdirSync(folder, { recursive: true })
  const store = new FileStore({ directory: folder, expirationPeriodInMilliseconds: ABANDONED_MS })
  const callerIn = async (request: { headers: Headers }) => {
    const caller = await callerOfToken(context, request.headers.get('token') ?? '')
    if (caller === null) throw refuse(401, 'signed-out')
    return caller
  }
  const tus = new TusServer({
    path: UPLOADS_PATH,
    datastore: store,
    relativeLocation: true,
    maxSize: UPLOAD_BYTES_MAX,
    onIncomingRequest: async (request, id) => {
      const { customerId } = await callerIn(request)
      if (request.method === 'POST') return
      const upload = await store.getUpload(id)
      if (upload.metadata?.['customerId'] !== customerId) throw refuse(404, 'file-unknown')
    },
    onUploadCreate: async (request, upload) => {
      const { customerId } = await callerIn(request)
      const metadata = metadataSchema.safeParse(upload.metadata)
      if (!metadata.success || !upload.size) throw refuse(422, 'file-refused')
      return { metadata: { ...metadata.data, customerId } }
    },
    onUploadFinish: async (_request, upload) => {
      const { customerId, ...metadata } = ownedSchema.parse(upload.metadata)
      const whole = { id: upload.id, path: join(folder, upload.id), customerId, metadata }
      try {
        await keep(context, whole)
      } catch (refused) {
        await store.remove(upload.id)
        throw refused
      }
      await store.configstore.delete(upload.id)
      return {}
    },
  })

  app.register(async (uploads) => {
    uploads.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) =>
      done(null),
    )
    uploads.all(UPLOADS_PATH, (request, reply) => pass(request.raw, reply))
    uploads.all(`${UPLOADS_PATH}/*`, (request, reply) => pass(request.raw, reply))
    const pass: (
      request: Parameters<typeof tus.handle>[0],
      reply: { hijack: () => void; raw: Parameters<typeof tus.handle>[1] },
    ) => void = (request, reply) => {
      reply.hijack()
      for (const [name, value] of Object.entries(headersFor(UPLOADS_PATH))) {
        reply.raw.setHeader(name, value)
      }
      void tus.handle(request, reply.raw)
    }
  })
  return { sweep: () => tus.cleanUpExpiredUploads() }
}

interface Whole {
  readonly id: string
  readonly path: string
  readonly customerId: string
  readonly metadata: UploadMetadata
}

async function keep(context: Context, { id, path, customerId, metadata }: Whole): Promise<void> {
  const checked = await checkFile(path, metadata)
  if (checked === null) throw refuse(422, 'file-refused')
  await context.files.take(path, checked.sha256)
  await context.database
    .insert(files)
    .values({ id, customerId, mediaType: metadata.filetype, ...checked })
    .onConflictDoNothing()
}
