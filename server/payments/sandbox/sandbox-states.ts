/** Where a payment stands at the sandbox's provider. */
export type SandboxState =
  | 'open'
  /** The card's holder is asked (3-D Secure). */
  | 'confirming'
  | 'authorised'
  | 'declined'
  | 'cancelled'
  | 'captured'
  | 'voided'
  | 'refunded'
