import { atom } from 'jotai'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import type { RequestOf } from '#core/contract/service.ts'
import { placeOrder } from '#core/contract/services/orders.ts'
import { isUploadType } from '#core/contract/uploads.ts'
import type { Design } from '#core/design/document.ts'
import { type Fault, fail, type Outcome, outcomeOf, unwrap } from '#core/errors.ts'
import type { Progress, ReportProgress } from '#core/jobs.ts'
import { lostOnTheWay, write } from '#src/api/cached-calls.ts'
import { countPlacement, sha256Of } from '#src/api/placement-key.ts'
import { upload } from '#src/api/upload.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import { LatestJob } from './long-job.ts'

/** The order's picture in lists. */
const PREVIEW_PX = 480
/** An answer that was lost is asked for again with the same key. */
const TRIES = 4

type OrderRequest = RequestOf<typeof placeOrder>
/** What is left when the design, its files and the key are known. */
export type PlacementRequest = Omit<
  OrderRequest,
  'idempotencyKey' | 'design' | 'printFile' | 'previewFile' | 'claim'
>

export interface Placement {
  readonly design: Design
  readonly dpi: number
  readonly claim: string
  /** {@link placementKey} of what was asked. */
  readonly idempotencyKey: string
  readonly request: PlacementRequest
}

export type PlacementJob =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'failed'; readonly fault: Fault }

const jobAtom = atom<PlacementJob>({ kind: 'idle' })
const placing = new LatestJob()

/** The order that is being placed. */
export const placementJobAtom = atom((get) => get(jobAtom))

/** Stops before the order is sent; a sent one is answered. */
export const stopPlacementAtom = atom(null, () => placing.stop())

/**
 * Makes the print file on this device, uploads it and places the order. A second press while one
 * runs does nothing: null then.
 * @param inBackground its fault is said elsewhere
 */
export const runPlacementAtom = atom(
  null,
  async (
    get,
    set,
    placement: Placement,
    inBackground = false,
  ): Promise<Outcome<OrderDetail> | null> => {
    if (get(jobAtom).kind === 'running') return null
    const signal = placing.begin()
    const report = (progress: Progress) => set(jobAtom, { kind: 'running', progress })
    set(jobAtom, { kind: 'running', progress: null })
    const outcome = await place(placement, report, signal)
    placing.end()
    const isSaid = !inBackground && !outcome.ok && !isStopped(outcome.fault)
    set(jobAtom, isSaid ? { kind: 'failed', fault: outcome.fault } : { kind: 'idle' })
    return outcome
  },
)

/** Stopped by the customer, or by a network that is lost: then the order waits for it. */
const isStopped = ({ code }: Fault): boolean => code === 'cancelled' || lostOnTheWay.includes(code)

const place = (
  { design, dpi, claim, idempotencyKey, request }: Placement,
  report: ReportProgress,
  signal: AbortSignal,
): Promise<Outcome<OrderDetail>> =>
  outcomeOf(async () => {
    const print = unwrap(
      await compositor.exportPrint({ design, format: 'png', dpi }, { signal, report }),
    )
    const printFile = unwrap(await upload({ ...print, mediaType: print.mediaType }, report, signal))
    const previewFile = await uploadPreview(design, signal)
    const order = unwrap(
      await placeSurely({ ...request, idempotencyKey, claim, design, printFile, previewFile }),
    )
    countPlacement(design.id)
    return order
  })

/** Tries again with the same key until there is an answer. */
async function placeSurely(request: OrderRequest): Promise<Outcome<OrderDetail>> {
  for (let tries = 1; ; tries++) {
    const answer = await write(placeOrder, request)
    if (answer.ok || tries === TRIES || !lostOnTheWay.includes(answer.fault.code)) return answer
    await new Promise((resolve) => setTimeout(resolve, 500 * tries))
  }
}

/** A picture that cannot be made or sent costs no order. */
async function uploadPreview(design: Design, signal: AbortSignal): Promise<string | null> {
  const picture = await compositor.thumbnail(design, PREVIEW_PX)
  if (!picture.ok || !isUploadType(picture.value.type)) return null
  const file = picture.value
  const sent = await upload(
    { file, mediaType: picture.value.type, sha256: await sha256Of(file) },
    () => {},
    signal,
  )
  if (!sent.ok && sent.fault.code === 'cancelled') unwrap(fail('cancelled'))
  return sent.ok ? sent.value : null
}
