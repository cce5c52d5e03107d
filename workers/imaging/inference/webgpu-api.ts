import type { Outcome } from '#core/errors.ts'
import type { Tensor } from '#core/imaging/tool.ts'

/** A network's file, and the runtime's. */
export interface WebgpuFiles {
  readonly name: string
  readonly wasm: ArrayBuffer
  readonly model: ArrayBuffer
}

/** What the worker of one network on the graphics processor answers. */
export interface WebgpuApi {
  open(files: WebgpuFiles): Promise<Outcome<void>>
  run(input: Tensor): Promise<Outcome<Tensor>>
}
