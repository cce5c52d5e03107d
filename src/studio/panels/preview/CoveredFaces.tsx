import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { faceLookAtom, stopFacesAtom } from '#src/state/faces.ts'
import { findingsAtom } from '#src/state/preflight.ts'
import { FindingCard } from '../preflight/FindingCard.tsx'

/**
 * Faces under an opening, for those who went on while they were looked for. Below what they go on
 * with, which does not move away under a finger.
 */
export function CoveredFaces() {
  const [isLate] = useState(useAtomValue(faceLookAtom) !== null)
  const findings = useAtomValue(findingsAtom).filter(({ code }) => code === 'face-covered')
  const stop = useSetAtom(stopFacesAtom)
  useEffect(() => () => stop(), [stop])
  if (!isLate) return null
  return (
    <div role="status">
      {findings.map((finding) => (
        <FindingCard key={finding.layerId} finding={finding} shows={false} />
      ))}
    </div>
  )
}
