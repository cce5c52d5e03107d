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

/**
 * The security headers for one path of the built app.
 * @param path URL path, beginning with `/`
 */
export function headersFor(path: string): Record<string, string> {
  return {
    ...isolationHeaders,
    'Content-Security-Policy': path.startsWith('/assets/opencv.worker-')
      ? openCvSecurityPolicy
      : contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(self)',
  }
}
