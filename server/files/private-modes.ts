/** Nobody but the server's own account reads what customers sent. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600
