/** The response headers that every document and script of the product is served with. */

/** Makes SharedArrayBuffer, and so WebAssembly threads, available. */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** `connect-src` names no foreign host: a photo has nowhere to go. */
const policy = {
  'default-src': "'self'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  // Radix and React position overlays through style attributes.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self' data: blob:",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
} as const

const written = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

const contentSecurityPolicy = written(policy)

/** OpenCV's loader compiles glue code at run time: only its own worker script may do so. */
const openCvSecurityPolicy = written({
  ...policy,
  'script-src': "'self' 'wasm-unsafe-eval' 'unsafe-eval'",
})

/** The card page speaks with its provider and shows nothing of others'. */
const cardPageHeaders = {
  'Content-Security-Policy': written({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cache-Control': 'no-store',
} as const

/** An answer to a call is no document: nothing of a document's headers holds for it. */
export const callHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const

/** Map tiles are pictures of another house's, if the deployment says so. */
const policyWithTiles = (tilesUrl: string): string =>
  written({ ...policy, 'img-src': `${policy['img-src']} ${originOf(tilesUrl)}` })

/** `{s}` stands for one of several hosts. */
const originOf = (tilesUrl: string): string =>
  new URL(tilesUrl.replace(/\{s\}/, 'a')).origin.replace('//a.', '//*.')

/**
 * The security headers for one path of the server.
 * @param path URL path, beginning with `/`
 * @param tilesUrl of the deployment's map, which alone may be fetched from elsewhere
 */
export function headersFor(path: string, tilesUrl?: string): Record<string, string> {
  // A document of its own, outside the app's isolation, as a provider's page is.
  if (path === '/pay.html') return { ...cardPageHeaders }
  const documentPolicy = tilesUrl ? policyWithTiles(tilesUrl) : contentSecurityPolicy
  return {
    ...isolationHeaders,
    'Content-Security-Policy': path.startsWith('/assets/opencv.worker-')
      ? openCvSecurityPolicy
      : documentPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(self)',
  }
}
