import type { Geometry } from '#core/design/document.ts'
import { CaseDrawing } from './CaseDrawing.tsx'
import { LandscapePrint } from './LandscapePrint.tsx'

/** A made-up phone, nobody's in particular. */
const sampleCase: Geometry = {
  widthMm: 74,
  heightMm: 152,
  cornerRadiusMm: 12,
  bleedMm: 2,
  safeMm: 3,
  holes: [{ xMm: 6, yMm: 6, widthMm: 33, heightMm: 34, cornerRadiusMm: 10 }],
}

/** The case that stands for all of them before one was chosen. */
export const SampleCase = () => (
  <CaseDrawing
    geometry={sampleCase}
    colour="#f6f1e7"
    gloss={0.3}
    clear={false}
    grain="none"
    print={<LandscapePrint register />}
  />
)
