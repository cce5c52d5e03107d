import { vi } from 'vitest'
import { fail, succeed } from '#core/errors.ts'

/** Stands in for the workers of images and of the compositor. */
export const worker = {
  preview: vi.fn(),
  prepare: vi.fn(),
  run: vi.fn(),
  photoFile: vi.fn(),
  keptIn: vi.fn(),
  exportPrint: vi.fn(),
  facesReadiness: vi.fn(),
  findFaces: vi.fn(),
  probe: vi.fn(),
  speedup: vi.fn(),
  lendPhoto: vi.fn(),
  readyPhoto: vi.fn(),
  endLoan: vi.fn(),
  onRestart: vi.fn(),
}

/** What `#src/worker-clients/workers.ts` exports. */
export const workers = {
  imaging: worker,
  compositor: worker,
  openCv: {},
  spareDevice: vi.fn(),
}

/** A browser whose workers have not been called yet: they show previews, and cannot be probed. */
export function resetWorkers(): void {
  vi.stubGlobal('navigator', { userAgent: 'a browser' })
  vi.stubGlobal('addEventListener', vi.fn())
  for (const call of Object.values(worker)) call.mockReset()
  worker.preview.mockImplementation(async () =>
    succeed({
      picture: { close: vi.fn(), width: 10, height: 10 },
      hardlyChanges: false,
      things: null,
      kept: null,
      lacks: [],
    }),
  )
  worker.onRestart.mockImplementation(() => () => undefined)
  for (const call of [worker.lendPhoto, worker.readyPhoto]) {
    call.mockImplementation(async () => succeed(undefined))
  }
  worker.probe.mockImplementation(async () => fail('worker-died'))
}
