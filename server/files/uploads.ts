import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { Server as TusServer } from '@tus/server'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  UPLOAD_BYTES_MAX,
  UPLOADS_PATH,
  uploadPurposes,
  uploadTypes,
} from '#core/contract/uploads.ts'
import { limits } from '#core/limits.ts'
import { isEncrypted } from '../calls/encrypted.ts'
import { networkOf } from '../calls/network.ts'
import type { Context } from '../context.ts'
import { files } from '../database/schema.ts'
import { headersFor } from '../headers.ts'
import { checkFile, pictureBytesMax } from './check-file.ts'
import { keepFile, sweepFiles } from './keep-file.ts'
import { OpenUploads, type Uploader } from './open-uploads.ts'
import { refuseUpload } from './refuse-file.ts'
import { UploadStore } from './upload-store.ts'

/** An upload that nobody has gone on with for so long is deleted. */
const ABANDONED_MS = 24 * 3_600_000
const TUS_VERSION = '1.0.0'

const metadataSchema = z.object({
  filetype: z.enum(Object.keys(uploadTypes) as (keyof typeof uploadTypes)[]),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  purpose: z.enum(uploadPurposes).optional(),
})
const ownedSchema = metadataSchema.extend({ customerId: z.uuid() })
const refusalSchema = z.object({ status_code: z.number(), body: z.string() })

/** What uploads need of the server. */
type UploadContext = Pick<
  Context,
  'callerOf' | 'config' | 'database' | 'files' | 'rates' | 'log' | 'now'
>

export interface Uploads {
  /** Deletes photos that were begun to be sent for a tool, and never came whole in their time. */
  readonly sweepImaging: () => Promise<void>
  /** Deletes the photos that one customer has begun to send for a tool. */
  readonly forgetImaging: (customerId: string) => Promise<void>
  /** Deletes what was abandoned and what nobody ordered. */
  readonly sweep: () => Promise<void>
}

/**
 * Resumable uploads by the tus protocol: written to disk as they come, and once whole hashed, sized,
 * checked for their type and handed to the file store. Only their owner can go on with them. Those
 * that were whole when the server last ended are stored before this settles.
 */
export async function openUploads(app: FastifyInstance, context: UploadContext): Promise<Uploads> {
  const { dataFolder, keepFreeBytes } = context.config
  const folder = join(dataFolder, 'uploads')
  const store = new UploadStore(folder, ABANDONED_MS)
  const open = new OpenUploads({ folder, keepFreeBytes, rates: context.rates })
  const finish = finisher(context, store, open)
  await recover({ context, store, open, finish })

  const uploader = new AsyncLocalStorage<Uploader>()
  // One that begins ends the oldest, which must have begun by then.
  const inTurn = createTurns()
  const tus = tusServer({ context, store, open, finish, uploader })
  app.register(async (uploads) => {
    uploads.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) =>
      done(null),
    )
    const answer = async (request: UploadRequest, reply: FastifyReply) => {
      const caller = await context.callerOf(tokenOf(request))
      if (caller === null) return reply.code(401).send('signed-out')
      const { customerId } = caller
      const id = request.params['*'] ?? ''
      if (!/^[\w-]*$/.test(id)) return reply.code(404).send('file-unknown')
      if (request.method === 'HEAD' && open.isOf(id, customerId)) {
        const finished = await finish(id)
        if (finished === 'refused') return reply.code(422).send()
        if (finished === 'gone') return reply.code(404).send()
      }
      if (request.method === 'HEAD' && !open.isOf(id, customerId)) {
        return await headOfKept(context, customerId, id, reply)
      }
      reply.hijack()
      for (const [name, value] of Object.entries(headersFor(UPLOADS_PATH))) {
        reply.raw.setHeader(name, value)
      }
      const handle = () =>
        uploader.run(
          {
            customerId,
            address: networkOf(request.ip),
            encrypted: isEncrypted(request),
          },
          () => tus.handle(request.raw, reply.raw),
        )
      await (request.method === 'POST' ? inTurn(customerId, handle) : handle())
      return reply
    }
    uploads.all(UPLOADS_PATH, answer)
    uploads.all(`${UPLOADS_PATH}/*`, answer)
  })
  const forgetUpload = async (id: string) => {
    open.delete(id)
    await store.remove(id)
  }
  return {
    sweepImaging: async () => {
      const before = context.now().getTime() - limits.imagingKeptMs
      for (const id of open.ids.filter((each) => open.isImaging(each))) {
        const begun = (await store.getUpload(id)).creation_date
        if (begun === undefined || Date.parse(begun) < before) await forgetUpload(id)
      }
    },
    forgetImaging: async (customerId) => {
      const own = open.ids.filter((id) => open.isImaging(id) && open.isOf(id, customerId))
      for (const id of own) await forgetUpload(id)
    },
    sweep: async () => {
      await tus.cleanUpExpiredUploads()
      const left = new Set(await store.configstore.list?.())
      for (const id of open.ids) if (!left.has(id)) open.delete(id)
      await sweepFiles(context)
      await context.files.sweep(context.now())
    },
  }
}

/** Work under the same key is done one after the other. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    const turn = before.then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}

type UploadRequest = FastifyRequest<{ Params: { '*'?: string } }>

function tokenOf({ headers }: FastifyRequest): string {
  const token = headers['token']
  return typeof token === 'string' ? token : ''
}

/** A kept upload is whole for ever: a client that lost the last answer asks for it. */
async function headOfKept(
  { database }: UploadContext,
  customerId: string,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [file] = await database
    .select({ bytes: files.bytes })
    .from(files)
    .where(and(eq(files.id, id), eq(files.customerId, customerId)))
  reply.header('Tus-Resumable', TUS_VERSION).header('Cache-Control', 'no-store')
  if (file === undefined) return reply.code(404).send()
  return reply
    .header('Upload-Offset', file.bytes)
    .header('Upload-Length', file.bytes)
    .code(200)
    .send()
}

/** One that was ended meanwhile, by its owner or by the next ones, is gone. */
type Finish = (id: string) => Promise<'unfinished' | 'kept' | 'refused' | 'gone'>

/** Stores an upload if it is whole; asked for twice at once, it is done once. */
function finisher(context: UploadContext, store: UploadStore, open: OpenUploads): Finish {
  const running = new Map<string, ReturnType<Finish>>()
  const forget = async (id: string) => {
    await store.remove(id)
    open.delete(id)
  }
  const finish: Finish = async (id) => {
    const upload = await store.getUpload(id)
    if (upload.offset !== upload.size) return 'unfinished'
    const { customerId, ...metadata } = ownedSchema.parse(upload.metadata)
    const checked = await checkFile(store.pathOf(id), metadata)
    if (checked !== null) {
      const { filetype: mediaType, purpose } = metadata
      const file = { id, customerId, mediaType, purpose, ...checked }
      await keepFile(context, store.pathOf(id), file)
    }
    await forget(id)
    return checked === null ? 'refused' : 'kept'
  }
  return (id) => {
    const known = running.get(id)
    if (known !== undefined) return known
    const ended = (thrown: unknown) => {
      if (open.has(id)) throw thrown
      return 'gone' as const
    }
    const made = finish(id)
      .catch(ended)
      .finally(() => running.delete(id))
    running.set(id, made)
    return made
  }
}

interface Parts {
  readonly context: UploadContext
  readonly store: UploadStore
  readonly open: OpenUploads
  readonly finish: Finish
}

/** Takes up what the last server left; what cannot be stored now is tried again when asked for. */
async function recover({ context, store, open, finish }: Parts): Promise<void> {
  for (const id of (await store.configstore.list?.()) ?? []) {
    try {
      const { size, metadata } = await store.getUpload(id)
      const { customerId, purpose } = ownedSchema.parse(metadata)
      open.add(id, { customerId, bytes: size ?? 0, purpose })
      await finish(id)
    } catch (err) {
      context.log.error({ err }, 'an upload could not be taken up')
    }
  }
}

function tusServer({
  context,
  store,
  open,
  finish,
  uploader,
}: Parts & { readonly uploader: AsyncLocalStorage<Uploader> }): TusServer {
  const caller = (): Uploader => {
    const own = uploader.getStore()
    if (own === undefined) throw refuseUpload(401, 'signed-out')
    return own
  }
  return new TusServer({
    path: UPLOADS_PATH,
    datastore: store,
    relativeLocation: true,
    maxSize: UPLOAD_BYTES_MAX,
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return
      if (!open.isOf(id, caller().customerId)) throw refuseUpload(404, 'file-unknown')
      if (open.isImaging(id) && !caller().encrypted) throw refuseUpload(422, 'not-encrypted')
      if (request.method !== 'PATCH') {
        if (request.method === 'DELETE') open.delete(id)
        return
      }
      const { size, offset } = await store.getUpload(id)
      await open.checkSpace((size ?? 0) - offset)
    },
    onUploadCreate: async (request, upload) => {
      const { customerId } = caller()
      // The server would answer a whole file that came with its creation as unknown.
      if (request.headers.get('content-type') !== null) throw refuseUpload(415, 'fields-wrong')
      const metadata = metadataSchema.safeParse(upload.metadata)
      if (!metadata.success || !upload.size) throw refuseUpload(422, 'file-refused')
      const { filetype, sha256, purpose } = metadata.data
      const isImaging = purpose === 'imaging'
      if (isImaging && !caller().encrypted) throw refuseUpload(422, 'not-encrypted')
      if (isImaging && filetype === 'application/pdf') throw refuseUpload(422, 'file-refused')
      const isPicture = isImaging || ['image/jpeg', 'image/webp'].includes(filetype)
      if (isPicture && upload.size > pictureBytesMax(purpose))
        throw refuseUpload(413, 'file-refused')
      await open.admit(caller(), upload.size)
      for (const id of open.tooMany(customerId)) {
        open.delete(id)
        await store.remove(id)
      }
      open.add(upload.id, { customerId, bytes: upload.size, purpose })
      return { metadata: { filetype, sha256, customerId, ...(purpose && { purpose }) } }
    },
    onUploadFinish: async (_request, { id }) => {
      const finished = await finish(id)
      if (finished === 'refused') throw refuseUpload(422, 'file-refused')
      if (finished === 'gone') throw refuseUpload(404, 'file-unknown')
      return {}
    },
    onResponseError: (request, error) => {
      const own = refusalSchema.safeParse(error)
      if (own.success) return own.data
      // Ended while it was written.
      const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
      if (request.method !== 'POST' && !open.has(id)) return refuseUpload(404, 'file-unknown')
      context.log.error({ err: error }, 'an upload failed')
      return refuseUpload(500, 'server-fault')
    },
  })
}
