/** A network may be back without the browser saying so. */
const AGAIN_MS = 15_000

/** Settles when the browser has a network again, or when it is time to try all the same. */
const online = () =>
  new Promise((settle) => {
    setTimeout(settle, AGAIN_MS)
    addEventListener('online', settle, { once: true })
  })

/**
 * Fetches a part of a page for as long as it takes: where its script does not come it is asked for
 * again once there is a network. React would else take down whatever stands around the part.
 * @param load fetches the script, by `import()`
 */
export const patient =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch(() => online().then(patient(load)))
