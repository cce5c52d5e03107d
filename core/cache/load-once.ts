/** A value that is loaded when it is first asked for. */
export interface LoadOnce<T> {
  (): Promise<T>
  /** The next call loads again. */
  forget(): void
}

/**
 * One value loaded once, however many ask. A failure is forgotten, so that the next call tries
 * again.
 * @param isKept false for a value that is a failure too
 */
export function loadOnce<T>(
  load: () => Promise<T>,
  isKept: (value: T) => boolean = () => true,
): LoadOnce<T> {
  let loading: Promise<T> | null = null
  const start = (): Promise<T> => {
    const own: Promise<T> = load().then(
      (value) => {
        if (!isKept(value)) drop()
        return value
      },
      (thrown: unknown) => {
        drop()
        throw thrown
      },
    )
    const drop = () => {
      if (loading === own) loading = null
    }
    return own
  }
  const once = () => {
    loading ??= start()
    return loading
  }
  return Object.assign(once, {
    forget: () => {
      loading = null
    },
  })
}

/** {@link loadOnce} for each key by itself. */
export function loadOnceEach<K, T>(
  load: (key: K) => Promise<T>,
  isKept?: (value: T) => boolean,
): (key: K) => Promise<T> {
  const loads = new Map<K, LoadOnce<T>>()
  return (key) => {
    const known = loads.get(key) ?? loadOnce(() => load(key), isKept)
    loads.set(key, known)
    return known()
  }
}
