import { useState } from 'react'
import { ColourArea, type ColourAreaLabels } from './ColourArea.tsx'
import styles from './ColourPicker.module.css'
import { hexFromHsv, hsvFromHex, parseHex } from './colour-space.ts'
import { type Swatch, SwatchRow } from './SwatchRow.tsx'
import { TextField } from './TextField.tsx'

export interface ColourPickerLabels extends ColourAreaLabels {
  readonly swatches: string
  readonly hex: string
}

export interface ColourPickerProps {
  /** Names the whole. */
  readonly label: string
  readonly labels: ColourPickerLabels
  /** `#rrggbb`, lower case. */
  readonly value: string
  /** While it moves. */
  readonly onChange: (colour: string) => void
  readonly onCommit?: (colour: string) => void
  readonly swatches?: readonly Swatch[]
  /** Swatches alone. */
  readonly compact?: boolean
}

/** Swatches, an area of saturation and brightness, a hue slider and the hex number. */
export function ColourPicker(props: ColourPickerProps) {
  const { label, labels, value, onChange, onCommit, swatches = [], compact = false } = props
  const [typed, setTyped] = useState<string | null>(null)
  const pick = (colour: string) => {
    onChange(colour)
    onCommit?.(colour)
  }
  const type = (text: string) => {
    setTyped(text)
    const colour = parseHex(text)
    if (colour) onChange(colour)
  }
  const endTyping = () => {
    setTyped(null)
    onCommit?.(value)
  }
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>{label}</legend>
      {swatches.length > 0 && (
        <SwatchRow label={labels.swatches} swatches={swatches} value={value} onPick={pick} />
      )}
      {!compact && (
        <>
          <FreeColour {...{ labels, value, onChange }} onCommit={onCommit ?? (() => {})} />
          <TextField
            label={labels.hex}
            value={typed ?? value}
            onChange={type}
            onBlur={endTyping}
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            maxLength={7}
            prefix={<span className={styles.dot} style={{ backgroundColor: value }} />}
          />
        </>
      )}
    </fieldset>
  )
}

interface FreeColourProps {
  readonly labels: ColourPickerLabels
  readonly value: string
  readonly onChange: (colour: string) => void
  readonly onCommit: (colour: string) => void
}

function FreeColour({ labels, value, onChange, onCommit }: FreeColourProps) {
  const seen = hsvFromHex(value)
  // Grey and black have no hue of their own: the last one is kept, so that the area does not jump.
  const [lastHue, setLastHue] = useState(seen.hue)
  const hue = seen.saturation === 0 || seen.value === 0 ? lastHue : seen.hue
  const hsv = { ...seen, hue }
  const turn = (next: number) => {
    setLastHue(next)
    onChange(hexFromHsv({ ...hsv, hue: next }))
  }
  return (
    <>
      <ColourArea
        {...{ labels, hsv }}
        onChange={(next) => {
          setLastHue(next.hue)
          onChange(hexFromHsv(next))
        }}
        onCommit={() => onCommit(value)}
      />
      <input
        type="range"
        className={styles.hue}
        aria-label={labels.hue}
        aria-valuetext={`${Math.round(hue)}°`}
        min={0}
        max={359}
        dir="ltr"
        value={Math.round(hue)}
        onChange={(event) => turn(event.target.valueAsNumber)}
        onPointerUp={() => onCommit(value)}
        onKeyUp={() => onCommit(value)}
      />
    </>
  )
}
