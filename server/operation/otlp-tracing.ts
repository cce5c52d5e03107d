import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Span as OtelSpan, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Attributes, Span, Tracing } from './tracing.ts'

/** Sends spans by OTLP over HTTP, as JSON, in batches; what cannot be sent is dropped. */
export function traceTo(endpoint: string): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'stampa',
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  const tracer = provider.getTracer('stampa')
  const present = new AsyncLocalStorage<OtelSpan>()
  const start = (name: string, attributes: Attributes): OtelSpan => {
    const parent = present.getStore()
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)
    return tracer.startSpan(name, { attributes }, context)
  }
  return {
    span: async (name, attributes, work) => {
      const span = start(name, attributes)
      try {
        return await present.run(span, work)
      } catch (thrown) {
        // Its message may hold what a statement was given.
        const type = thrown instanceof Error ? thrown.constructor.name : typeof thrown
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
        throw thrown
      } finally {
        span.end()
      }
    },
    begin: (name, attributes, within) => {
      const span = start(name, attributes)
      present.run(span, () => within(handle(span)))
    },
    note: (attributes) => {
      present.getStore()?.setAttributes(attributes)
    },
    close: () => provider.shutdown().catch(() => {}),
  }
}

const handle = (span: OtelSpan): Span => ({
  note: (attributes) => {
    span.setAttributes(attributes)
  },
  end: (fault) => {
    if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  },
})
