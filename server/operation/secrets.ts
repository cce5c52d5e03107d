/** What a server signs with, and what it takes from before the secret was changed. */
export interface Secrets {
  /** Keys what is kept as a hash and could be guessed. */
  readonly secret: string
  /** What was signed or sealed with these is taken as well. */
  readonly previousSecrets: readonly string[]
}

/** Every secret by which something may have been signed, the present one first. */
export const knownSecrets = ({ secret, previousSecrets }: Secrets): readonly string[] => [
  secret,
  ...previousSecrets,
]
