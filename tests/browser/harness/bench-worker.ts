/** What a bench's worker measured, answered once; the worker ends with it. */
export const benchIn = <Times>(worker: Worker): Promise<Times> =>
  new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message))
    worker.onmessage = ({ data }) => {
      worker.terminate()
      if ('times' in data) resolve(data.times)
      else reject(new Error(data.error))
    }
    worker.postMessage('run')
  })
