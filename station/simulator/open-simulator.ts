import { EventEmitter } from 'node:events'
import { z } from 'zod'
import {
  openWindow,
  pathOf,
  readJson,
  sendEvents,
  sendJson,
  sendPieces,
} from '../screen/window-server.ts'
import type { StationWords } from '../screen/words.ts'
import { serveIpp } from './serve-ipp.ts'
import { sheetPicture } from './sheet-picture.ts'
import { createSimulatedPrinter, simulatedFaults } from './simulated-printer.ts'

export interface Simulator {
  /** Its IPP address. */
  readonly printer: string
  /** Its window. */
  readonly url: string
  /** From now on its window speaks so. */
  readonly speak: (words: StationWords) => void
  readonly close: () => Promise<void>
}

interface Options {
  readonly folder: string
  readonly sheetMs: number
  readonly port: number
  readonly dist: string
  readonly words: StationWords
  /** Set where the agent's clock can be put wrong from here. */
  readonly skewClock?: (isSet: boolean) => void
}

const faultSchema = z.object({
  fault: z.enum([...simulatedFaults, 'clock-skew']),
  set: z.boolean(),
})

/** A printer for who has none: IPP, and a window that shows the sheet as it comes out. */
export async function openSimulator(options: Options): Promise<Simulator> {
  const printer = await createSimulatedPrinter(options)
  const spoken = new EventEmitter().setMaxListeners(0)
  let { words } = options
  let isSkewed = false
  const state = () => ({
    words,
    isOn: printer.isOn(),
    faults: [...printer.faults(), ...(isSkewed ? ['clock-skew'] : [])],
    canSkew: options.skewClock !== undefined,
    jobs: printer
      .jobs()
      .map(({ path, name: _name, ...job }) => ({ ...job, hasSheet: path !== null })),
  })
  const onChange = (changed: () => void) => {
    const leave = printer.onChange(changed)
    spoken.on('change', changed)
    return () => {
      leave()
      spoken.off('change', changed)
    }
  }
  const window = await openWindow(
    options.dist,
    'simulator.html',
    options.port,
    async (request, response) => {
      const path = pathOf(request)
      if (request.method === 'POST' && path === '/ipp/print') {
        await serveIpp(printer, request, response)
      } else if (path === '/events') sendEvents(response, state, onChange)
      else if (path === '/state') sendJson(response, 200, state())
      else if (request.method === 'POST' && path === '/faults') {
        const parsed = faultSchema.safeParse(await readJson(request).catch(() => null))
        if (!parsed.success) sendJson(response, 422, {})
        else {
          const { fault, set } = parsed.data
          if (fault === 'clock-skew') {
            isSkewed = set
            options.skewClock?.(set)
          } else printer.setFault(fault, set)
          sendJson(response, 200, state())
        }
      } else if (path.startsWith('/sheets/')) {
        const job = printer.jobs().find(({ id }) => String(id) === path.slice('/sheets/'.length))
        if (job?.path == null) return false
        await sendPieces(response, sheetPicture(job.path, job.format), 'image/png')
      } else return false
      return true
    },
  )
  return {
    printer: `${window.url.replace(/^http/, 'ipp')}/ipp/print`,
    url: window.url,
    speak: (next) => {
      words = next
      spoken.emit('change')
    },
    close: async () => {
      printer.stop()
      await window.close()
    },
  }
}
