import { CaseDrawing } from './CaseDrawing.tsx'
import { LandscapePrint } from './LandscapePrint.tsx'
import { sampleCase } from './sample-case.ts'

/** A case with a landscape on it, for who has none of their own yet. */
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
