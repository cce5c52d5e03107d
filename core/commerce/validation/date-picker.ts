/** How the date picker is set up (specification, point 3). */
export interface DatePickerConfig {
  /** Year, month and day, or year and month. */
  readonly initType: 'ymd' | 'ym'
  readonly yearsBefore: number
  readonly yearsAfter: number
  /** `2026-11-21`, or `2026-11` for `ym`. */
  readonly initDate: string
}

export const YEARS_AROUND = 5

export interface PickedDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31; 1 for `ym`. */
  readonly day: number
}

/** How many days a month has; leap years by the Gregorian rule. */
export function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The date that a configuration begins with, or null: 'initial date format error'. */
export function initialDate({ initType, initDate }: DatePickerConfig): PickedDate | null {
  const form = initType === 'ymd' ? /^(\d{4})-(\d{2})-(\d{2})$/ : /^(\d{4})-(\d{2})$/
  const found = form.exec(initDate)
  if (found === null) return null
  const [year, month, day = 1] = found.slice(1).map(Number)
  if (year === undefined || month === undefined || month < 1 || month > 12) return null
  return day < 1 || day > daysOf(year, month) ? null : { year, month, day }
}

/** The years to choose from, around the present one. */
export const yearsOf = (config: DatePickerConfig, presentYear: number): readonly number[] =>
  Array.from(
    { length: config.yearsBefore + config.yearsAfter + 1 },
    (_, index) => presentYear - config.yearsBefore + index,
  )
