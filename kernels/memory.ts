// A bump arena above the module's data: everything reserved for one call is freed at its end.

/** Every block may be read and written this far past its end, so that loops need no tails; 0 at first. */
const SLACK_BYTES: usize = 64
const PAGE_BYTES: usize = 65536

let top: usize = (__heap_base + 15) & ~15

/** A block of `bytes`, 16-byte aligned and not cleared. Traps where the memory cannot grow. */
export function reserve(bytes: usize): usize {
  const block = top
  const end = (block + bytes + SLACK_BYTES + 15) & ~15
  if (end < block) unreachable()
  const have = (memory.size() as usize) * PAGE_BYTES
  if (end > have) {
    const pages = (end - have + PAGE_BYTES - 1) / PAGE_BYTES
    if (memory.grow(pages as i32) < 0) unreachable()
  }
  memory.fill(block + bytes, 0, end - block - bytes)
  top = end
  return block
}

/** Frees every block. */
export function reset(): void {
  top = (__heap_base + 15) & ~15
}
