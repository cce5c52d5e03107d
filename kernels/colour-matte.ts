import { bestAlpha, bestConfidence, forgetSamples, reserveSamples, weighSamples } from './colour-pairs'
import { castStar, INSIDE, measureBlocks, rayTable, starOf, UNASKED, UNDECIDED } from './colour-rays'
import { at4 } from './indices'

/** What rays tell of one undecided pixel. */
function guess(
  picture: usize, trimap: usize, width: i32, height: i32,
  x: i32, y: i32, star: usize, reach: i32, farCost: f32, prior: f32,
): void {
  forgetSamples()
  castStar(picture, trimap, width, height, x, y, star, reach)
  weighSamples(at4(picture, y * width + x), prior, farCost)
}

/**
 * For each undecided pixel of some rows the pair of inside and outside colours, met along rays, that
 * best explains it as a mixture, the prior where nobody asks (after Gastal & Oliveira 2010, shared sampling). `origin` is the
 * first row's place in the whole picture: rays turn with it.
 */
export function colourMatte(
  picture: usize, trimap: usize, prior: usize, alpha: usize, confidence: usize,
  width: i32, height: i32, top: i32, rows: i32, origin: i32, reach: i32, farCost: f32,
): void {
  const table = rayTable()
  reserveSamples()
  measureBlocks(trimap, width, height)
  for (let y = top; y < top + rows; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const into = at - top * width
      const known = load<u8>(trimap + (at as usize))
      if (known == UNDECIDED) {
        const star = starOf(table, x, origin + y)
        const leaning = load<f32>(at4(prior, at))
        guess(picture, trimap, width, height, x, y, star, reach, farCost, leaning)
        store<f32>(at4(alpha, into), bestAlpha)
        store<f32>(at4(confidence, into), bestConfidence)
      } else if (known == UNASKED) {
        store<f32>(at4(alpha, into), load<f32>(at4(prior, at)))
        store<f32>(at4(confidence, into), 0)
      } else {
        store<f32>(at4(alpha, into), known == INSIDE ? 1 : 0)
        store<f32>(at4(confidence, into), 1)
      }
    }
  }
}
