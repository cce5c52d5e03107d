import type * as Runtime from 'onnxruntime-web'
import type { InferenceSession, Tensor } from '#core/imaging/tool.ts'

/**
 * A runtime's session as tools run it: one input, one output, float NCHW.
 * @param ort the build of the runtime that made the session
 */
export function toolSession(
  ort: Pick<typeof Runtime, 'Tensor'>,
  session: Runtime.InferenceSession,
  name: string,
): InferenceSession {
  const [inputName] = session.inputNames
  const [outputName] = session.outputNames
  if (inputName === undefined || outputName === undefined) {
    throw new Error(`${name} has no input or no output`)
  }
  return {
    run: async ({ shape, values }: Tensor): Promise<Tensor> => {
      const input = new ort.Tensor('float32', values, [...shape])
      const result = (await session.run({ [inputName]: input }))[outputName]
      if (result === undefined || !(result.data instanceof Float32Array)) {
        throw new Error(`${name} gave no float tensor`)
      }
      const [batch = 0, channels = 0, height = 0, width = 0] = result.dims
      return { shape: [batch, channels, height, width], values: result.data }
    },
    release: () => session.release(),
  }
}
