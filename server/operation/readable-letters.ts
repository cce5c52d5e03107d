/** What people read and type off: without letters and digits that are taken for one another. */
export const READABLE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
