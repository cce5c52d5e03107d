import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { STATION_PATH } from '#core/contract/station/protocol.ts'
import type { Context } from '../../context.ts'
import { files } from '../../database/schema.ts'
import type { Authenticate } from './authenticate.ts'
import { find } from './report-job.ts'
import { StationFault } from './station-fault.ts'

const paramsSchema = z.object({ job: z.uuid() })
const querySchema = z.object({ token: z.coerce.number().int().positive() })

/** The print file of a job, for who holds its newest claim. */
export function serveJobFile(
  stations: FastifyInstance,
  context: Context,
  authenticate: Authenticate,
): void {
  stations.get(`${STATION_PATH}/jobs/:job/file`, async (request, reply) => {
    const agent = await authenticate(request, Buffer.alloc(0))
    const params = paramsSchema.safeParse(request.params)
    const query = querySchema.safeParse(request.query)
    if (!params.success || !query.success) throw new StationFault('request-wrong')
    const { order, job } = await find(context, agent, { ...params.data, ...query.data })
    if (job.token !== query.data.token || !['claimed', 'printing'].includes(job.state)) {
      throw new StationFault('fenced')
    }
    const [file] = await context.database.select().from(files).where(eq(files.id, order.printFile))
    const bytes = file === undefined ? null : await context.files.open(file)
    if (file === undefined || bytes === null) {
      request.log.error({ file: order.printFile }, 'a stored print file is missing')
      throw new StationFault('file-unknown')
    }
    return reply.type(file.mediaType).header('Content-Length', file.bytes).send(bytes)
  })
}
