/** Where a withdrawal stands; what is not refused is not the partner's to ask for again. */
export const withdrawalStates = ['requested', 'approved', 'paid', 'refused'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** What an operator decides. */
export const withdrawalDecisions = ['approve', 'pay', 'refuse'] as const
export type WithdrawalDecision = (typeof withdrawalDecisions)[number]

const table: Readonly<
  Record<
    WithdrawalDecision,
    { readonly from: readonly WithdrawalState[]; readonly to: WithdrawalState }
  >
> = {
  approve: { from: ['requested'], to: 'approved' },
  pay: { from: ['approved'], to: 'paid' },
  refuse: { from: ['requested', 'approved'], to: 'refused' },
}

/** Where a decision leads, or null where it comes too late. */
export function decideWithdrawal(
  state: WithdrawalState,
  decision: WithdrawalDecision,
): WithdrawalState | null {
  const { from, to } = table[decision]
  return from.includes(state) ? to : null
}
