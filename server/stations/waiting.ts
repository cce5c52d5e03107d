/** Who says something of a machine, and why. */
export interface Said {
  /** Who of the staff, which agent. */
  readonly by?: string
  readonly note?: string
}

/** Brings the orders that wait at a machine to what became of it, after who said so was answered. */
export interface WaitingOrders {
  /**
   * Moves what waits at a machine and does not fit its state, soon. What a crash leaves is found again
   * by the sweep.
   */
  readonly follow: (machineId: string, said?: Said) => void
  /** Resolves when everything that was asked for is done. */
  readonly settled: () => Promise<void>
  /** Moves no more; resolves when the order at hand is through. */
  readonly close: () => Promise<void>
}
