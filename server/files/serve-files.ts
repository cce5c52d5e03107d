import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { FILES_PATH } from '#core/contract/uploads.ts'
import { text } from '#core/schema/text.ts'
import { callerIn } from '../calls/caller-in.ts'
import { isEncrypted } from '../calls/encrypted.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { files } from '../database/schema.ts'

const idSchema = text().max(64)

/** Whole uploads, for their owners only; another's is as unknown as one that never was. */
export function serveFiles(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>(`${FILES_PATH}/:id`, async (request, reply) => {
    context.admit(request)
    const caller = await callerIn(request, context.callerOf)
    const id = idSchema.safeParse(request.params.id)
    if (!id.success) throw new Refused('file-unknown')
    const [file] = await context.database
      .select()
      .from(files)
      .where(and(eq(files.id, id.data), eq(files.customerId, caller.customerId)))
    const isPassing = file?.purpose === 'imaging'
    if (isPassing && !isEncrypted(request)) throw new Refused('not-encrypted')
    const bytes = file === undefined ? null : await context.files.open(file)
    if (file === undefined || bytes === null) {
      if (file !== undefined) request.log.error({ file: file.id }, 'a stored file is missing')
      throw new Refused('file-unknown')
    }
    return reply
      .type(file.mediaType)
      .header('Content-Length', file.bytes)
      .header('Content-Disposition', 'attachment')
      .header('Cache-Control', isPassing ? 'no-store' : 'private, max-age=31536000, immutable')
      .send(bytes)
  })
}
