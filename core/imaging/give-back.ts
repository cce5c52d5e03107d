import { threadsOf } from './own-thread.ts'
import type { ToolEnvironment } from './tool.ts'

/** Memory of pixels that nobody reads any more; nothing where it was never taken. */
export type Spent = ArrayBufferView<ArrayBuffer> | null | undefined

/**
 * Gives memory back at once, each block of it once: left to the collector, planes that were read for a while
 * lie about until long after a result's own have been taken.
 * @param kept what may lie in the same memory and is read further
 */
export function giveBack(
  env: ToolEnvironment,
  spent: Iterable<Spent>,
  kept: readonly ArrayBufferView[] = [],
): void {
  const { release } = threadsOf(env)
  const blocks = new Set<ArrayBuffer>()
  for (const view of spent) if (view) blocks.add(view.buffer)
  for (const { buffer } of kept) if (buffer instanceof ArrayBuffer) blocks.delete(buffer)
  for (const block of blocks) release(block)
}
