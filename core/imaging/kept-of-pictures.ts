import type { Raster } from '../pixels/raster.ts'
import { pictureKey } from './picture-key.ts'

interface Kept<Value> {
  readonly key: string
  readonly value: Value
}

/**
 * What a tool found in the last few pictures, for a slider that is moved asks for the same picture
 * again. It lives as long as the `memory` of a job does: where that ends with the job, nothing of a
 * photo outlives it.
 */
export class KeptOfPictures<Value> {
  readonly #most: number
  readonly #kept = new WeakMap<object, readonly Kept<Value>[]>()

  /** @param most pictures whose value is kept, in each memory */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * The value of a picture, made where it is not known; a failure is not kept.
   * @param memory undefined: nothing is kept
   * @param picture or its {@link pictureKey}, of one that is asked for again and again and is not written on
   * @param asked what else decides the value
   */
  async of(
    memory: object | undefined,
    picture: Raster | string,
    make: () => Promise<Value>,
    asked = '',
  ): Promise<Value> {
    if (memory === undefined) return await make()
    const key = keyOf(picture, asked)
    const known = this.#find(memory, key)
    if (known !== undefined) return known.value
    const value = await make()
    const others = this.#kept.get(memory) ?? []
    this.#kept.set(memory, [{ key, value }, ...others].slice(0, this.#most))
    return value
  }

  /** The value of a picture where it is known, else undefined. */
  known(memory: object, picture: Raster, asked = ''): Value | undefined {
    return this.#find(memory, keyOf(picture, asked))?.value
  }

  #find(memory: object, key: string): Kept<Value> | undefined {
    return this.#kept.get(memory)?.find((one) => one.key === key)
  }
}

const keyOf = (picture: Raster | string, asked: string): string =>
  `${typeof picture === 'string' ? picture : pictureKey(picture)} ${asked}`
