/** The files in `deploy/` against what the server is; `docs/deploy.md` says where engines ran them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { environmentOf, stagesOf, textsOf } from '../../../build/dockerfile.ts'

const read = (path: string) => readFileSync(path, 'utf8')
/** Every variable that the server reads. */
const known = new Set(
  [...read('server/config.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name),
)
const health = read('server/operation/health.ts')
const stages = stagesOf(read('deploy/Dockerfile'))
const image = stages.at(-1)
if (image === undefined) throw new Error('the Dockerfile has no stages')
const port = Number(environmentOf(image)['PORT'])

describe('the image', () => {
  it('sets only variables that the server or Node knows', () => {
    const { NODE_ENV, ...own } = environmentOf(image)
    expect(NODE_ENV).toBe('production')
    for (const name of Object.keys(own)) expect(known).toContain(name)
    expect(readConfig(environmentOf(image))).toMatchObject({ samples: false, port: 4173 })
  })

  it('runs as an ordinary user, the built server alone, and looks whether it answers', () => {
    expect(textsOf(image, 'USER')).toEqual(['node'])
    expect(textsOf(image, 'CMD')).toEqual(['["node", "dist-server/main.js"]'])
    expect(textsOf(image, 'EXPOSE')).toEqual([String(port)])
    const [check = ''] = textsOf(image, 'HEALTHCHECK')
    const path = /\$\{process\.env\.PORT\}(\/\w+)/.exec(check)?.[1] ?? 'none'
    expect(health).toContain(`app.get('${path}'`)
    expect(textsOf(image, 'RUN')).toEqual([])
  })

  it('is built on a named version, by what the lock file says', () => {
    expect(read('deploy/Dockerfile')).toMatch(/^ARG NODE=\d+\.\d+-/m)
    for (const { from } of stages) expect(from).toMatch(/^node:\$\{NODE\}$/)
    const commands = stages.flatMap((stage) => textsOf(stage, 'RUN')).join('\n')
    expect(commands).not.toMatch(/npm i(nstall)?\b|apt-get|curl|wget/)
  })
})

const environmentSchema = z.record(z.string(), z.union([z.string(), z.number()]).transform(String))
const serviceSchema = z.looseObject({
  image: z.string().optional(),
  environment: environmentSchema.default({}),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  networks: z.unknown(),
})

describe('the compose file', () => {
  const text = read('deploy/compose.yaml')
  const { services } = z
    .object({ services: z.record(z.string(), serviceSchema) })
    .parse(parse(text, { merge: true }))
  const servers = Object.entries(services).filter(([name]) => name.startsWith('stampa-'))
  const named = new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name))
  const example = new Map(
    [...read('deploy/env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value || 'x'.repeat(40)] as const,
    ),
  )
  const filled = (value: string) =>
    value.replaceAll(
      /\$\{([A-Z0-9_]+)(?::\?|:-(.*?))?\}/g,
      (_, name: string, other = '') => example.get(name) ?? other,
    )

  it('runs two servers with the same settings, each of which the server knows and takes', () => {
    expect(servers.map(([name]) => name)).toEqual(['stampa-1', 'stampa-2'])
    for (const [, { environment }] of servers) {
      for (const name of Object.keys(environment)) expect(known).toContain(name)
      const set = Object.entries(environment).map(([name, value]) => [name, filled(value)])
      const config = readConfig(Object.fromEntries(set))
      expect(config.databaseUrl).toContain('@database:5432/')
      expect(config.files).toMatchObject({ kind: 's3', endpoint: 'http://bucket:7070' })
      expect(config.secret).not.toBeNull()
    }
  })

  it('gives them no way to write, no privileges and no port of the machine', () => {
    for (const [, service] of servers) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], ports: [] })
    }
    const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0)
    expect(open.map(([name]) => name)).toEqual(['proxy'])
  })

  it('asks for every secret, and the example names each', () => {
    const demanded = [...text.matchAll(/\$\{([A-Z0-9_]+):\?/g)].map(([, name = '']) => name)
    for (const name of demanded) expect([...example.keys()]).toContain(name)
    for (const name of example.keys()) expect(named).toContain(name)
    for (const [name, value] of example) {
      if (/SECRET|PASSWORD|TOKEN|KEY/.test(name)) expect(value).toBe('x'.repeat(40))
    }
  })

  it('pins every image that is not ours', () => {
    for (const [, { image: used = '' }] of Object.entries(services)) {
      if (used !== 'stampa') expect(used).toMatch(/:v?\d+(\.\d+)*(-\w+)?$/)
    }
  })

  it('has a proxy that is believed, asks who is ready, and never publishes metrics', () => {
    const caddy = read('deploy/Caddyfile')
    for (const [name] of servers) expect(caddy).toContain(`${name}:${port}`)
    const ready = /health_uri (\S+)/.exec(caddy)?.[1] ?? 'none'
    expect(health).toContain(`app.get('${ready}'`)
    expect(caddy).toMatch(/@inside path \/metrics \/metrics\/\*\s+respond @inside 404/)
    const address = services['stampa-1']?.environment['STAMPA_TRUSTED_PROXIES'] ?? 'none'
    expect(JSON.stringify(services['proxy']?.networks)).toContain(address)
  })

  it('gives servers, which start first, no address that the proxy has', () => {
    const { networks } = z
      .object({ networks: z.object({ front: z.object({ ipam: z.unknown() }) }) })
      .parse(parse(text))
    expect(networks.front.ipam).toEqual({
      config: [{ subnet: '172.30.73.0/24', ip_range: '172.30.73.128/25' }],
    })
  })
})

describe('the manifests', () => {
  const folder = 'deploy/kubernetes'
  const { resources } = z
    .object({ resources: z.array(z.string()) })
    .parse(parse(read(join(folder, 'kustomization.yaml'))))
  const objects = resources.flatMap((name) =>
    parseAllDocuments(read(join(folder, name))).map((each) => each.toJS()),
  )
  const the = (kind: string) => objects.find((each) => each.kind === kind)
  const pod = the('Deployment').spec.template
  const [container] = pod.spec.containers

  it('are all named', () => {
    const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
    expect([...resources].sort()).toEqual(files.sort())
  })

  it('set only variables that the server knows, and with the secret all that it needs', () => {
    const { data } = the('ConfigMap')
    const secret = /secret `stampa` has ([\s\S]*?) and what/.exec(
      read(join(folder, 'settings.yaml')).replaceAll(/\n#/g, ''),
    )?.[1]
    const secrets = secret?.match(/[A-Z][A-Z0-9_]+/g) ?? []
    expect(secrets).toContain('STAMPA_SECRET')
    for (const name of [...Object.keys(data), ...secrets]) expect(known).toContain(name)
    const values = Object.fromEntries(secrets.map((name) => [name, 'x'.repeat(40)]))
    const DATABASE_URL = 'postgres://stampa@database/stampa'
    expect(readConfig({ ...data, ...values, DATABASE_URL }).files.kind).toBe('s3')
  })

  it('ask at addresses that there are, at the port of the image', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }])
    expect(the('Service').spec.ports[0].port).toBe(port)
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port: at } = container[probe].httpGet
      expect(at).toBe('http')
      expect(health).toContain(`app.get('${path}'`)
    }
    expect(container.livenessProbe.httpGet.path).not.toBe(container.readinessProbe.httpGet.path)
  })

  it('keep one server up, end each in its time, and give it nothing that it does not need', () => {
    const { selector } = the('Deployment').spec
    for (const kind of ['PodDisruptionBudget']) expect(the(kind).spec.selector).toEqual(selector)
    expect(the('NetworkPolicy').spec.podSelector).toEqual(selector)
    expect(the('Service').spec.selector).toEqual(selector.matchLabels)
    expect(the('Deployment').spec.replicas).toBeGreaterThan(
      the('PodDisruptionBudget').spec.minAvailable,
    )
    const { patience } = readConfig({})
    const pauseMs = Number(container.lifecycle.preStop.exec.command[1]) * 1000
    expect(pod.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      pauseMs + patience.drainMs,
    )
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(pod.spec.securityContext.runAsNonRoot).toBe(true)
    expect(container.resources).toHaveProperty('limits.memory')
    expect(the('NetworkPolicy').spec.ingress[0].ports).toEqual([{ protocol: 'TCP', port }])
  })

  it('never publish metrics', () => {
    const [first, rest] = the('HTTPRoute').spec.rules
    expect(first.matches).toEqual([{ path: { type: 'PathPrefix', value: '/metrics' } }])
    expect(first.backendRefs).toBeUndefined()
    expect(rest.backendRefs).toEqual([{ name: 'stampa', port }])
  })
})

it('every alert has its section in the runbook', () => {
  const alerts = [...read('deploy/prometheus/alerts.yaml').matchAll(/alert: (\w+)/g)]
  const runbook = read('docs/deploy.md')
  expect(alerts.length).toBeGreaterThan(10)
  for (const [, name = ''] of alerts) {
    const section = runbook.split(`\n### ${name}\n`)[1]?.split('\n#')[0] ?? ''
    expect(section.length, name).toBeGreaterThan(100)
  }
})

it('the page on deploying names every secret', () => {
  const page = read('docs/deploy.md').split('## Secrets')[1]?.split('\n## ')[0] ?? ''
  const secrets = [...known].filter((name) => /SECRET|TOKEN|_KEY$|DATABASE_URL/.test(name ?? ''))
  expect(secrets.length).toBeGreaterThan(6)
  for (const name of secrets) expect(page).toContain(`\`${name}\``)
})
