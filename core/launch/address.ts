export type Query = Readonly<Record<string, string>>

/** A hash-routed address, taken apart. */
export interface Address {
  /** Begins with `/`, without a query; no slash at its end. */
  readonly path: string
  readonly query: Query
}

/**
 * Takes a whole address or what stands behind its `#` apart. A station's code carries its parameters
 * behind the hash, a link may carry them before it; what stands behind the hash holds. Never throws:
 * what cannot be decoded stays as it is written.
 */
export function parseAddress(href: string): Address {
  const hashAt = href.indexOf('#')
  const [before, route] =
    hashAt < 0
      ? href.startsWith('/')
        ? ['', href]
        : [href, '']
      : [href.slice(0, hashAt), href.slice(hashAt + 1)]
  const [path = '', routeQuery = ''] = splitOnce(route, '?')
  const [, linkQuery = ''] = splitOnce(before, '?')
  return {
    path: `/${path.replace(/^\/+|\/+$/g, '')}`,
    query: { ...parseQuery(linkQuery), ...parseQuery(routeQuery) },
  }
}

/** An address as it stands behind `#`. */
export function formatAddress({ path, query }: Address): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

function parseQuery(text: string): Query {
  const pairs = text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = splitOnce(pair, '=')
      return [decode(name), decode(value)] as const
    })
  return Object.fromEntries(pairs)
}

function splitOnce(text: string, at: string): readonly string[] {
  const index = text.indexOf(at)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
