import { at4 } from './indices'
import { reserve } from './memory'

/** Disjoint sets of numbers, with path halving, by size. */
@unmanaged
export class Forest {
  parents: usize
  sizes: usize
}

/** Each of `count` numbers a set of its own. */
export function newForest(count: i32): Forest {
  const forest = changetype<Forest>(reserve(offsetof<Forest>()))
  forest.parents = reserve((count as usize) << 2)
  forest.sizes = reserve((count as usize) << 2)
  for (let at = 0; at < count; at++) {
    store<i32>(at4(forest.parents, at), at)
    store<i32>(at4(forest.sizes, at), 1)
  }
  return forest
}

/** The root of a number by the parent of each. */
// @ts-ignore: decorator
@inline
export function rootIn(parents: usize, at: i32): i32 {
  let here = at
  let parent = load<i32>(at4(parents, here))
  while (parent != here) {
    const above = load<i32>(at4(parents, parent))
    store<i32>(at4(parents, here), above)
    here = above
    parent = load<i32>(at4(parents, here))
  }
  return here
}

// @ts-ignore: decorator
@inline
export function rootOf(forest: Forest, at: i32): i32 {
  return rootIn(forest.parents, at)
}

// @ts-ignore: decorator
@inline
export function sizeOf(forest: Forest, root: i32): i32 {
  return load<i32>(at4(forest.sizes, root))
}

/** Joins two roots and answers the root of both: the larger one's, or the first. */
// @ts-ignore: decorator
@inline
export function joined(forest: Forest, one: i32, other: i32): i32 {
  const oneSize = sizeOf(forest, one)
  const otherSize = sizeOf(forest, other)
  const large = oneSize >= otherSize ? one : other
  const small = large == one ? other : one
  store<i32>(at4(forest.parents, small), large)
  store<i32>(at4(forest.sizes, large), oneSize + otherSize)
  return large
}
