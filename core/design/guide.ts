/** What a layer snapped to. */
export type GuideKind = 'centre' | 'trim' | 'safe' | 'layer' | 'spacing'

/** A line to draw while a layer is snapped, in mm. A `vertical` one stands at x = `atMm`. */
export interface Guide {
  readonly axis: 'vertical' | 'horizontal'
  readonly kind: GuideKind
  readonly atMm: number
  /** Where the line begins and ends on the other axis. */
  readonly fromMm: number
  readonly toMm: number
}
