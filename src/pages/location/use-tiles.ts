import { useEffect, useState } from 'react'
import type { Settings } from '#core/contract/settings.ts'
import { deploymentSettings } from '#src/api/settings.ts'

/** The deployment's map tiles; null where there are none, or not known yet. */
export function useTiles(): Settings['tiles'] {
  const [tiles, setTiles] = useState<Settings['tiles']>(null)
  useEffect(() => {
    deploymentSettings().then(
      (settings) => setTiles(settings.tiles),
      () => {
        // Places are listed instead.
      },
    )
  }, [])
  return tiles
}
