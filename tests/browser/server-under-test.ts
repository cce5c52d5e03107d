/** Where the browser tests find the app and the harness, and what their server is told. */
export const appPort = Number(process.env['STAMPA_PORT'] ?? 4173)
export const harnessPort = Number(process.env['STAMPA_HARNESS_PORT'] ?? 4174)
export const appUrl = `http://127.0.0.1:${appPort}`
/** Signs the claims of the sample stations, so that a test can scan a code. */
export const SECRET = 'the secret of the browser tests, known to all'
