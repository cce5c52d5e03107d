import { noTracing, type Tracing } from './tracing.ts'

/**
 * Traces to a collector; without one nothing of OpenTelemetry is loaded.
 * @param endpoint where it takes OTLP over HTTP
 */
export async function openTracing(endpoint: string | null): Promise<Tracing> {
  if (endpoint === null) return noTracing
  const { traceTo } = await import('./otlp-tracing.ts')
  return traceTo(endpoint)
}
