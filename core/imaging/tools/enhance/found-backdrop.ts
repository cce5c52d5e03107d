/** How sure it is that a photo has a black backdrop, 0..1, its share of it, and the luma of its lightest part. */
export interface Backdrop {
  readonly sure: number
  readonly share: number
  readonly lightest: number
}
