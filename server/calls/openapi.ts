import { z } from 'zod'
import { envelopeSchema } from '#core/contract/envelope.ts'
import { endpoints, type Service } from '#core/contract/service.ts'
import { services } from '#core/contract/services.ts'
import { settingsSchema } from '#core/contract/settings.ts'
import { SETTINGS_PATH } from '#core/contract/settings-path.ts'
import { FILES_PATH, UPLOAD_BYTES_MAX, UPLOADS_PATH, uploadTypes } from '#core/contract/uploads.ts'
import { refusalTable } from '#core/refusals.ts'

/** What is no service: plain REST under `/v1` (decisions, "Calls"). */
const plainPaths = () => ({
  [SETTINGS_PATH]: {
    get: {
      description: 'What the deployment says to the app.',
      responses: {
        200: {
          description: 'Settings',
          content: { 'application/json': { schema: jsonSchema(settingsSchema, 'output') } },
        },
      },
    },
  },
  [`${FILES_PATH}/{id}`]: {
    get: {
      description: 'An upload of the customer’s own that is whole.',
      security: [{ token: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'Its bytes, with the type they proved to be.' },
        401: { description: 'Nobody’s token.' },
        404: { description: 'Unknown, or another customer’s.' },
      },
    },
  },
  [UPLOADS_PATH]: {
    post: {
      description: `Begins a resumable upload by the tus protocol 1.0 (https://tus.io); \`Upload-Metadata\` names \`filetype\` (${Object.keys(uploadTypes).join(', ')}) and \`sha256\`.`,
      security: [{ token: [] }],
      responses: {
        201: { description: '`Location` is where its pieces are sent.' },
        401: { description: 'Nobody’s token.' },
        413: { description: `More than ${UPLOAD_BYTES_MAX} bytes.` },
        422: { description: 'A type, hash or length that is refused.' },
      },
    },
  },
})

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' })

/** The OpenAPI document of every call, derived from the contract. */
export function openApiDocument(): object {
  const all: readonly Service[] = Object.values(services)
  const paths = Object.values(endpoints).map((path) => {
    const here = all.filter(({ endpoint }) => endpoint === path)
    return [path, { post: operation(path, here) }] as const
  })
  return {
    openapi: '3.0.3',
    info: { title: 'Stampa', version: '1' },
    paths: { ...Object.fromEntries(paths), ...plainPaths() },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
    },
  }
}

function operation(path: string, here: readonly Service[]) {
  const content = { schema: { oneOf: here.map(requestSchema) } }
  return {
    operationId: path,
    description: here.map(describe).join('\n\n'),
    security: [{}, { token: [] }],
    requestBody: {
      content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
    },
    responses: {
      200: {
        description: 'The envelope; `code` 0 is success.',
        content: { 'application/json': { schema: { oneOf: here.map(answerSchema) } } },
      },
    },
  }
}

const tokenWords = ({ token, roles }: Service): string =>
  token === 'none'
    ? 'Needs no token.'
    : token === 'customer'
      ? 'Needs the header `token`.'
      : `Needs the header \`token\` of a login as ${roles.join(' or ')} (Partner.login).`

const describe = (service: Service): string => {
  const { name, summary, paging, refusals } = service
  return [
    `**${name}** ${summary}`,
    tokenWords(service),
    ...(paging === 'page' ? ['Headers `pageNum`, `pageSize`.'] : []),
    ...(paging === 'window' ? ['Headers `beginTime`, `direction`, `orderBy`, `pageSize`.'] : []),
    `Refusals: ${refusals.map((each) => `${each} (${refusalTable[each].code})`).join(', ') || 'none of its own'}.`,
  ].join(' ')
}

const requestSchema = ({ name, summary, request }: Service) => ({
  title: name,
  description: summary,
  ...jsonSchema(request.extend({ s: z.literal(name) }), 'input'),
})

const answerSchema = ({ name, answer }: Service) => ({
  title: name,
  ...jsonSchema(envelopeSchema.extend({ data: answer }), 'output'),
})
