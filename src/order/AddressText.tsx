import { Fragment } from 'react'
import { useFormats } from '#src/i18n/formats.ts'

/** Lines of an address in one, each keeping its own direction. */
export function AddressText({ lines }: { readonly lines: readonly string[] }) {
  const { separator } = useFormats()
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index > 0 && separator}
      <bdi>{line}</bdi>
    </Fragment>
  ))
}
