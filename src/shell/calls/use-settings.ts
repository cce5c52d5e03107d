import { useQuery } from '@tanstack/react-query'
import type { Settings } from '#core/contract/settings.ts'
import { queryClient } from '#src/api/cached-calls.ts'
import { deploymentSettings } from '#src/api/settings.ts'

/** What the deployment says to the app; null until it is known, and where it cannot be asked. */
export const useSettings = (): Settings | null =>
  useQuery(
    {
      queryKey: ['settings'],
      queryFn: ({ signal }) => deploymentSettings(signal),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  ).data ?? null
