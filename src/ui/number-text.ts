const DIGITS: Readonly<Record<string, string>> = Object.fromEntries(
  ['٠١٢٣٤٥٦٧٨٩', '০১২৩৪৫৬৭৮৯', '๐๑๒๓๔๕๖๗๘๙', '０１２３４５６７８９'].flatMap((digits) =>
    [...digits].map((digit, value) => [digit, String(value)]),
  ),
)

/** The number that a customer typed, in any of their digits and with comma or point; or null. */
export function parseNumber(text: string): number | null {
  const plain = [...text.trim()].map((sign) => DIGITS[sign] ?? sign).join('')
  const normal = plain.replace(/[,٫،]/, '.')
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(normal) ? Number(normal) : null
}
