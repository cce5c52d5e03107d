import { IncomingMessage } from 'node:http'
import { type ServerOptions as TusOptions, Server as TusServer } from '@tus/server'
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
import { callerIn } from '../calls/caller-in.ts'
import { isEncrypted } from '../calls/encrypted.ts'
import { networkOfCaller } from '../calls/network.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { files } from '../database/schema.ts'
import { headersFor } from '../headers.ts'
import { checkFile, pictureBytesMax } from './check-file.ts'
import { keepFile, sweepFiles } from './keep-file.ts'
import { openUploadStore } from './open-upload-store.ts'
import { OpenUploads, type Uploader } from './open-uploads.ts'
import { refuseUpload } from './refuse-file.ts'
import { createUploadLocks } from './upload-locks.ts'
import { ABANDONED_MS, type UploadStore } from './upload-store.ts'

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
  'admit' | 'callerOf' | 'config' | 'database' | 'files' | 'news' | 'rates' | 'log' | 'now'
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
 * Resumable uploads by the tus protocol: stored as they come, and once whole hashed, sized, checked
 * for their type and handed to the file store. Only their owner can go on with them, at any server.
 * Those on this machine's disk that were whole when the server last ended are stored before this
 * settles.
 */
export async function openUploads(app: FastifyInstance, context: UploadContext): Promise<Uploads> {
  const store = openUploadStore(context.config)
  const open = new OpenUploads(context)
  const finish = finisher(context, store, open)
  await recover({ context, store, open, finish })

  const uploaders: Uploaders = new WeakMap()
  const tus = tusServer({ context, store, open, finish, uploaders })
  app.register(async (uploads) => {
    uploads.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) =>
      done(null),
    )
    // Clients of the protocol read a refusal as text.
    uploads.setErrorHandler(async (error, _request, reply) => {
      if (!(error instanceof Refused)) throw error
      return await reply.code(error.code).header('Cache-Control', 'no-store').send(error.refusal)
    })
    const answer = async (request: UploadRequest, reply: FastifyReply) => {
      context.admit(request)
      const { customerId } = await callerIn(request, context.callerOf)
      const id = request.params['*'] ?? ''
      if (!/^[\w-]*$/.test(id)) return reply.code(404).send('file-unknown')
      if (request.method === 'HEAD') {
        const finished = (await open.isOf(id, customerId)) ? await finish(id) : 'gone'
        if (finished === 'refused') return reply.code(422).send()
        // Another server may have kept it meanwhile.
        if (finished !== 'unfinished') return await headOfKept(context, customerId, id, reply)
      }
      reply.hijack()
      for (const [name, value] of Object.entries(headersFor(UPLOADS_PATH))) {
        reply.raw.setHeader(name, value)
      }
      const who = { customerId, address: networkOfCaller(request), encrypted: isEncrypted(request) }
      uploaders.set(request.raw, who)
      await tus.handle(request.raw, reply.raw)
      return reply
    }
    uploads.all(UPLOADS_PATH, answer)
    uploads.all(`${UPLOADS_PATH}/*`, answer)
  })
  const forget = async (ids: readonly string[]) => {
    for (const id of ids) {
      await open.end(id)
      await store.remove(id)
    }
  }
  const before = (ms: number) => new Date(context.now().getTime() - ms)
  return {
    sweepImaging: async () =>
      await forget(await open.imaging({ begunBefore: before(limits.imagingKeptMs) })),
    forgetImaging: async (customerId) => await forget(await open.imaging({ customerId })),
    sweep: async () => {
      await tus.cleanUpExpiredUploads()
      await forget(await open.begunBefore(before(ABANDONED_MS)))
      await sweepFiles(context)
      await context.files.sweep(context.now())
    },
  }
}

/** What a request brings; one that does not say so brings as much as an upload may have. */
const bytesSaid = ({ headers }: Request): number =>
  Number(headers.get('content-length') ?? UPLOAD_BYTES_MAX)

type TusRequest = Parameters<NonNullable<TusOptions['onIncomingRequest']>>[0]
type UploadRequest = FastifyRequest<{ Params: { '*'?: string } }>

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
    await open.end(id)
  }
  const finish: Finish = async (id) => {
    const upload = await store.getUpload(id)
    if (upload.offset !== upload.size) return 'unfinished'
    const { customerId, ...metadata } = ownedSchema.parse(upload.metadata)
    const checked = await checkFile(await store.read(id), metadata)
    if (checked !== null) {
      const { filetype: mediaType, purpose } = metadata
      const file = { id, customerId, mediaType, purpose, ...checked }
      await keepFile(context, store.sourceOf(id), file)
    }
    await forget(id)
    return checked === null ? 'refused' : 'kept'
  }
  return (id) => {
    const known = running.get(id)
    if (known !== undefined) return known
    const ended = async (thrown: unknown) => {
      if (await open.has(id)) throw thrown
      return 'gone' as const
    }
    const made = finish(id)
      .catch(ended)
      .finally(() => running.delete(id))
    running.set(id, made)
    return made
  }
}

/**
 * Who sends a request. Known by the request and not by its asynchronous context, whose keeping makes
 * every promise of the process dearer (Node 20).
 */
type Uploaders = WeakMap<IncomingMessage, Uploader>

interface Parts {
  readonly context: UploadContext
  readonly store: UploadStore
  readonly open: OpenUploads
  readonly finish: Finish
}

/** Takes up what the last server left; what cannot be stored now is tried again when asked for. */
async function recover({ context, store, open, finish }: Parts): Promise<void> {
  for (const id of await store.left()) {
    try {
      const { metadata } = await store.getUpload(id)
      const { customerId, purpose } = ownedSchema.parse(metadata)
      await open.takeUp(id, customerId, purpose)
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
  uploaders,
}: Parts & { readonly uploaders: Uploaders }): TusServer {
  const callerOf = ({ runtime }: TusRequest): Uploader => {
    const raw = runtime?.node?.req
    const own = raw instanceof IncomingMessage ? uploaders.get(raw) : undefined
    if (own === undefined) throw refuseUpload(401, 'signed-out')
    return own
  }
  return new TusServer({
    path: UPLOADS_PATH,
    datastore: store,
    locker: createUploadLocks(context),
    relativeLocation: true,
    maxSize: UPLOAD_BYTES_MAX,
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return
      const caller = callerOf(request)
      const known = await open.find(id)
      if (known?.customerId !== caller.customerId) throw refuseUpload(404, 'file-unknown')
      if (known.isImaging && !caller.encrypted) throw refuseUpload(422, 'not-encrypted')
      if (request.method === 'DELETE') await open.end(id)
      if (request.method === 'PATCH') await store.checkSpace(bytesSaid(request))
    },
    onUploadCreate: async (request, upload) => {
      const caller = callerOf(request)
      const { customerId } = caller
      // The server would answer a whole file that came with its creation as unknown.
      if (request.headers.get('content-type') !== null) throw refuseUpload(415, 'fields-wrong')
      const metadata = metadataSchema.safeParse(upload.metadata)
      if (!metadata.success || !upload.size) throw refuseUpload(422, 'file-refused')
      const { filetype, sha256, purpose } = metadata.data
      const isImaging = purpose === 'imaging'
      if (isImaging && !caller.encrypted) throw refuseUpload(422, 'not-encrypted')
      if (isImaging && filetype === 'application/pdf') throw refuseUpload(422, 'file-refused')
      const isPicture = isImaging || ['image/jpeg', 'image/webp'].includes(filetype)
      if (isPicture && upload.size > pictureBytesMax(purpose))
        throw refuseUpload(413, 'file-refused')
      await store.checkSpace(upload.size)
      await open.admit(caller, upload.size)
      for (const id of await open.begin(upload.id, customerId, purpose)) await store.remove(id)
      return { metadata: { filetype, sha256, customerId, ...(purpose && { purpose }) } }
    },
    onUploadFinish: async (_request, { id }) => {
      const finished = await finish(id)
      if (finished === 'refused') throw refuseUpload(422, 'file-refused')
      if (finished === 'gone') throw refuseUpload(404, 'file-unknown')
      return {}
    },
    onResponseError: async (request, error) => {
      const own = refusalSchema.safeParse(error)
      if (own.success && own.data.status_code < 500) return own.data
      // Ended while it was written.
      const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
      const isGone = request.method !== 'POST' && !(await open.has(id).catch(() => true))
      if (isGone) return refuseUpload(404, 'file-unknown')
      if (own.success) return own.data
      context.log.error({ err: error }, 'an upload failed')
      return refuseUpload(500, 'server-fault')
    },
  })
}
