/** What the sandbox's test cards do; every other card is unknown there. */
export const testCards = {
  success: '4242424242424242',
  declined: '4000000000000002',
  'declined-for-good': '4000000000000069',
  confirm: '4000002500003155',
  'no-answer': '4000000000000119',
  'late-webhook': '4000000000000309',
  'repeated-webhook': '4000000000000507',
} as const
export type TestCard = keyof typeof testCards

export const testCardNames = Object.keys(testCards).filter(
  (name): name is TestCard => name in testCards,
)

/** The test card of that number, however it is spaced; null where there is none. */
export const testCardOf = (number: string): TestCard | null =>
  testCardNames.find((name) => testCards[name] === number.replace(/[\s-]/g, '')) ?? null
