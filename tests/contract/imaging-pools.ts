import { StampaError } from '#core/errors.ts'
import type { ToolFiles } from '#core/imaging/tool-files.ts'
import type { ImagingPool } from '#server/imaging/pool.ts'

/** Stands in for the image tools: what comes is the photo itself. */
export const echoPool = (slots = 1): ImagingPool => ({
  slots,
  run: async ({ photo }) => ({ result: pictureOf(photo), matte: null, things: null }),
  close: async () => {},
})

const pictureOf = (bytes: Uint8Array<ArrayBuffer>): ToolFiles['result'] => ({
  bytes,
  mediaType: 'image/png',
  widthPx: 4,
  heightPx: 4,
})

/** One photo that is being worked on, until the test ends it. */
export interface HeldWork {
  readonly photo: Uint8Array
  readonly tool: string
  readonly settings: unknown
  readonly report: (done: number) => void
  readonly finish: (things?: ToolFiles['things']) => void
  readonly fail: (thrown: unknown) => void
  readonly cancelled: Promise<void>
  /** However it ended. */
  readonly over: Promise<unknown>
}

/** Image tools that hold each photo until the test says how it ends. */
export function heldPool(slots = 1) {
  const begun: HeldWork[] = []
  const pool: ImagingPool = {
    slots,
    run: ({ tool, photo, settings }, { signal, report }) =>
      new Promise((finish, refuse) => {
        let ended = () => {}
        const over = new Promise<void>((told) => {
          ended = told
        })
        const resolve = (made: Parameters<typeof finish>[0]) => {
          finish(made)
          ended()
        }
        const reject = (thrown: unknown) => {
          refuse(thrown)
          ended()
        }
        const cancelled = new Promise<void>((told) => {
          signal.addEventListener('abort', () => {
            reject(new StampaError('cancelled'))
            told()
          })
        })
        begun.push({
          photo,
          tool,
          settings,
          cancelled,
          over,
          report: (done) => report({ stage: 'draw', done, total: 10, unit: 'steps' }),
          finish: (things = null) => resolve({ result: pictureOf(photo), matte: null, things }),
          fail: reject,
        })
      }),
    close: async () => {},
  }
  return { pool, begun }
}
