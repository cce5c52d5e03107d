/** Text without NUL and halves of surrogate pairs, which no database keeps. */
export const storable = /^[^\0\p{Surrogate}]*$/u
