/** Where results come to lie on a print: few visits ask, so it is a script of its own. */
export const loadPlacing = () => import('./tool-placing.ts')
