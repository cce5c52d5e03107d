import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { FILES_PATH } from '#core/contract/uploads.ts'
import { text } from '#core/schema/text.ts'
import { isEncrypted } from '../calls/encrypted.ts'
import type { Context } from '../context.ts'
import { files } from '../database/schema.ts'

const idSchema = text().max(64)

/** Whole uploads, for their owners only; another's is as unknown as one that never was. */
export function serveFiles(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>(`${FILES_PATH}/:id`, async (request, reply) => {
    const token = request.headers['token']
    const caller = typeof token === 'string' ? await context.callerOf(token) : null
    if (caller === null) return reply.code(401).send({ refusal: 'signed-out' })
    const id = idSchema.safeParse(request.params.id)
    if (!id.success) return reply.code(404).send({ refusal: 'file-unknown' })
    const [file] = await context.database
      .select()
      .from(files)
      .where(and(eq(files.id, id.data), eq(files.customerId, caller.customerId)))
    const isPassing = file?.purpose === 'imaging'
    if (isPassing && !isEncrypted(request)) {
      return reply.code(422).send({ refusal: 'not-encrypted' })
    }
    const bytes = file === undefined ? null : await context.files.open(file)
    if (file === undefined || bytes === null) {
      if (file !== undefined) request.log.error({ file: file.id }, 'a stored file is missing')
      return reply.code(404).header('Cache-Control', 'no-store').send({ refusal: 'file-unknown' })
    }
    return reply
      .type(file.mediaType)
      .header('Content-Length', file.bytes)
      .header('Content-Disposition', 'attachment')
      .header('Cache-Control', isPassing ? 'no-store' : 'private, max-age=31536000, immutable')
      .send(bytes)
  })
}
