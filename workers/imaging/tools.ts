import { photoRefSchema } from '#core/design/document.ts'
import type { ModelRole } from '#core/imaging/models.ts'
import { findPeopleIn } from '#core/imaging/portrait/people.ts'
import type { StripThreads } from '#core/imaging/strip-work.ts'
import type { TakenOut, Tool, ToolJob } from '#core/imaging/tool-definition.ts'
import { type AskedTool, askedTool, toolById } from '#core/imaging/tools/table.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import type { PixelSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import type { Job } from '../job-registry.ts'
import { loadScript } from '../load-script.ts'
import type { ToolRequest } from './api.ts'
import type { ModelCache } from './inference/model-cache.ts'

/** What a tool is given besides its request. */
export interface ToolContext {
  readonly job: Job
  readonly kernels: Kernels
  readonly strips: StripThreads
  readonly models: Pick<ModelCache, 'network' | 'networks' | 'giveBack'>
}

/** What pipelines run with. */
export const envOf = ({
  job,
  kernels,
  strips,
}: Pick<ToolContext, 'job' | 'kernels' | 'strips'>) => ({
  ...job,
  kernels,
  strips,
})

/** The device's own photos: what was found in them is kept while the worker lives. */
const memory = {}

/** A request as it is run: its tool from the table, its settings by the tool's schema. */
export interface Asked extends AskedTool {
  readonly photo: ToolRequest['photo']
  readonly isQuick?: boolean
  /** Of previews; see {@link ToolJob.previews}. */
  readonly previews?: object
  /** As tools are given it. */
  readonly copyOf?: ToolJob['copyOf']
}

/**
 * Checks a request by the table.
 * @throws StampaError `tool-unavailable` for a tool of another version
 */
export function askedOf(
  request: ToolRequest,
  find: (id: string) => Tool | undefined = toolById,
): Asked {
  const asked = askedTool(request.tool, request.settings, find)
  return { ...asked, photo: photoRefSchema.parse(request.photo) }
}

/** The networks that a request asks for. */
export const rolesFor = ({ tool, settings }: AskedTool): readonly ModelRole[] =>
  tool.rolesOf?.(settings) ?? tool.roles

/** What the slow tools ask networks for at once, in the order in which they do. */
export const LOOKED_BY = ['face/points', 'face/detect', 'person/mask', 'head/hair'] as const

/** The networks that are fetched with a tool, in the order in which it asks for them. */
export const fetchedWith = (asked: AskedTool): readonly ModelRole[] =>
  asked.tool.isSlow === true ? LOOKED_BY : rolesFor(asked)

/** Looks for people in a picture in each way in which tools will ask for them, and remembers them. */
export async function findPeopleForTools(
  { job, kernels, strips, models }: ToolContext,
  picture: Raster,
): Promise<void> {
  const looking = {
    env: envOf({ job, kernels, strips }),
    network: (role: ModelRole) => models.network(role, job),
    networks: (roles: readonly ModelRole[]) => models.networks(roles, job),
    memory,
  }
  try {
    await findPeopleIn(looking, picture, { isCrowdToo: true })
    await job.checkpoint()
    await findPeopleIn(looking, picture, { isGroupToo: true })
  } finally {
    models.giveBack(job)
  }
}

/**
 * Runs one tool.
 * @param ratio size of `source` against the photo it stands for; under 1 in a preview
 * @returns what a cut-out took
 */
export async function runTool(
  { job, kernels, strips, models }: ToolContext,
  { tool, settings, isQuick = false, previews, copyOf }: Asked,
  source: PixelSource,
  openSink: ToolJob['openSink'],
  ratio = 1,
): Promise<TakenOut | null> {
  const { run } = await loadScript(() => tool.load())
  try {
    return await run(
      {
        env: envOf({ job, kernels, strips }),
        source,
        openSink,
        ratio,
        isQuick,
        network: (role) => models.network(role, job),
        networks: (roles) => models.networks(roles, job),
        memory,
        ...(previews && { previews }),
        ...(copyOf && { copyOf }),
      },
      settings,
    )
  } finally {
    models.giveBack(job)
  }
}
