/** A mainland mobile: 1, then 3, 4, 5 or 8, nine digits, optionally a leading 0 (point 5). */
const MOBILE = /^0?1[3458]\d{9}$/
/**
 * A landline of 7 to 8 digits with an optional area code of 3 to 4 digits. Without a hyphen the area
 * code must begin with 0, or every mistyped mobile would pass for one.
 */
const LANDLINE = /^(0\d{2,3}-?|\d{3,4}-)?\d{7,8}$/

/** Whether a number has the specification's form: a mainland mobile or a landline. */
export const isPhoneNumber = (text: string): boolean => MOBILE.test(text) || LANDLINE.test(text)
