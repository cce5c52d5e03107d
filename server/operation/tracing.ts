/** What a span says: names, codes and counts, and nothing of anybody's. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** One thing that is done, from its begin to its end. */
export interface Span {
  readonly note: (attributes: Attributes) => void
  readonly end: (fault?: 'fault') => void
}

/** Says what the server does and how long it takes, where somebody collects it. */
export interface Tracing {
  /** Does `work` as a span, within the one in whose work this is called; ends with it, or its fault. */
  readonly span: <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>
  /** Begins a span that is ended by hand; what `within` calls belongs to it. */
  readonly begin: (name: string, attributes: Attributes, within: (span: Span) => void) => void
  /** Says more of the span in whose work this is called. */
  readonly note: (attributes: Attributes) => void
  /** Sends what is left. */
  readonly close: () => Promise<void>
}

const nothing: Span = { note: () => {}, end: () => {} }

export const noTracing: Tracing = {
  span: (_name, _attributes, work) => work(),
  begin: (_name, _attributes, within) => within(nothing),
  note: () => {},
  close: async () => {},
}
