/** Where a deployment says what the app must know; apart from its schema, for the first screen. */
export const SETTINGS_PATH = '/v1/settings'
