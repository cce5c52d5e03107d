import { type Bytes, floats, integers, node } from './onnx-writer.ts'

/** The nodes and constants of a network that is being written, and names for what is between. */
export class OnnxGraphBuilder {
  readonly nodes: Bytes[] = []
  readonly tensors: Bytes[] = []
  #fresh = 0

  emit(
    type: string,
    inputs: readonly string[],
    output: string,
    attributes: readonly Bytes[] = [],
  ): void {
    this.nodes.push(node(type, inputs, output, attributes))
  }

  /** A name for a value in between, made by a node where a type is given. */
  value(type: string, inputs: readonly string[], attributes: readonly Bytes[] = []): string {
    const made = `value${this.#fresh++}`
    if (type !== '') this.emit(type, inputs, made, attributes)
    return made
  }

  integers(values: readonly number[]): string {
    const made = `integers${this.#fresh++}`
    this.tensors.push(integers(made, values))
    return made
  }

  floats(shape: readonly number[], values: Float32Array): string {
    const made = `floats${this.#fresh++}`
    this.tensors.push(floats(made, shape, values))
    return made
  }
}
