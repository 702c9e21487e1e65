import { setImmediate as othersAreServed } from 'node:timers/promises'
import * as z from 'zod/mini'
import { errorStatus } from '../../contract/errors/errors.ts'
import { apiBase, type Endpoint } from '../../contract/endpoint.ts'
import { speakerHeader } from '../../contract/speaker.ts'
import { tokenRequestsPerMinute } from '../../contract/limits-and-times.ts'
import { inWords } from '../../contract/permissions/rules.ts'
import { webhookMessage } from '../../contract/webhooks/message.ts'

type Schema = Record<string, unknown>

/**
 * Generates the OpenAPI 3.1 description of these endpoints, so that it always matches the server. The whole takes a
 * tenth of a second, so other requests run between two endpoints.
 */
export async function describeApi(
  endpoints: readonly Endpoint[],
  { version, publicUrl, sessionCookie }: { version: string; publicUrl: string; sessionCookie: string },
): Promise<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    await othersAreServed()
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lateral',
      version,
      description: about,
      contact: { name: 'The operator of this installation', url: publicUrl },
    },
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({
      name,
      description: name === 'fhir' ? 'FHIR R4, for reading' : `What is at \`/${name}\``,
    })),
    servers: [{ url: apiBase }],
    components: {
      schemas: { Error: errorSchema },
      parameters: { Speaker: speakerParameter },
      responses: {
        Error: {
          description: 'An error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'The cookie of a session, which `GET /sanctum/csrf-cookie` starts and `POST /login` logs in',
        },
        xsrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description: 'The value of the cookie `XSRF-TOKEN`, which requests of a session other than GET send as well',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of a machine, without cookies and `X-XSRF-TOKEN`',
        },
      },
    },
    paths,
    webhooks: { message: { post: message } },
  }
}

/** What a reader needs before the first call, in Markdown. */
const about = `Record, review and export lateral-flow test results.

A **machine** sends a token as \`Authorization: Bearer lateral_…\`, without cookies. An administrator makes it under
_Your tenant_, _Tokens_, and it sends ${tokenRequestsPerMinute} requests a minute at most. Endpoints that take one name \`token\`; all others answer 403.

A **session** begins with \`GET /sanctum/csrf-cookie\` and \`POST /login\`. Its requests other than GET send the cookie \`XSRF-TOKEN\` back as
\`X-XSRF-TOKEN\`.

**FHIR R4** is served below \`/fhir/R4\`, and its endpoints name that as their server.

**Webhooks** are made under _Your tenant_, _Webhooks_. The message and its signature are described at the end.

Errors have a \`code\`. 429 and 503 say in \`Retry-After\` after how many seconds to ask again.`

/** What webhooks send. The headers are those of the Standard Webhooks specification 1.0.0. */
const message = {
  operationId: 'receiveWebhook',
  summary: 'A message to the address of a webhook',
  description: `The receiver verifies the signature before it reads the body, refuses a timestamp that is more than five minutes off, and
ignores an id that it has stored before. It answers 2xx within ten seconds, or the message comes again. 410 ends the webhook.
Libraries for many languages are at https://www.standardwebhooks.com.`,
  security: [],
  parameters: [
    { name: 'webhook-id', description: 'The same when the message comes again' },
    { name: 'webhook-timestamp', description: 'The time of this try, in seconds since 1970' },
    {
      name: 'webhook-signature',
      description:
        '`v1,` and the base64 of HMAC-SHA256 over id, timestamp and body with dots between them. The key is what stands behind `whsec_`, decoded from base64. For a day after a renewal there are two signatures with a space between them.',
    },
  ].map((header) => ({ in: 'header', ...header, required: true, schema: { type: 'string' } })),
  requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(webhookMessage, 'output') } } },
  responses: {
    '2XX': { description: 'The message has arrived' },
    '4XX': { description: 'The message comes again, except after 410' },
  },
}

function operation(endpoint: Endpoint): Schema {
  return {
    operationId: endpoint.name,
    tags: [tagOf(endpoint)],
    ...(endpoint.base !== undefined && { servers: [{ url: endpoint.base }] }),
    summary: endpoint.summary,
    description: inWords(endpoint.requires) + limitInWords(endpoint),
    security: waysIn(endpoint),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...Object.entries(endpoint.headers ?? {}).map(([name, header]) => ({
        in: 'header',
        name,
        ...header,
        schema: { type: 'string' },
      })),
      { $ref: '#/components/parameters/Speaker' },
    ],
    ...requestBody(endpoint),
    responses: {
      ...Object.fromEntries(
        Object.entries(endpoint.replies).map(([status, schema]) => [status, success(endpoint, schema)]),
      ),
      '4XX': refusal(endpoint),
      '5XX': refusal(endpoint),
    },
  }
}

/** The noun that an endpoint is about, by which readers find it. */
function tagOf({ base, path }: Endpoint): string {
  return base === undefined ? (path.split('/')[1] ?? '') : 'fhir'
}

/**
 * What proves who calls, one of several ways. The XSRF token is a part of a session's way instead of a parameter, because a
 * generated client asks for required parameters in each call, and a machine has none.
 */
function waysIn({ method, requires, forTokens }: Endpoint): Schema[] {
  if (method === 'GET' && requires === 'anyone') return []
  const session = method === 'GET' ? { session: [] } : { session: [], xsrf: [] }
  return forTokens ? [session, { token: [] }] : [session]
}

/** Refusals have the form that the reader of this media type knows. */
function refusal({ mediaType }: Endpoint): Schema {
  if (mediaType === undefined) return { $ref: '#/components/responses/Error' }
  return { description: 'An error', content: { [mediaType]: { schema: { type: 'object' } } } }
}

/** Pages that show a person send this header with each request; other clients leave it out. */
const speakerParameter = {
  in: 'header',
  name: speakerHeader,
  required: false,
  description:
    'The id of the person for whom the request speaks: 409 `other-session` where the session is somebody else’s, before anything is done. Behind a dot, the id of the tenant whose records are shown.',
  schema: { type: 'string' },
}

function limitInWords({ limit }: Endpoint): string {
  if (limit === undefined) return ''
  return ` At most ${limit.attempts} times in ${limit.minutes} minutes by one user.`
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined): Schema[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema)
  return Object.entries(properties as Record<string, Schema>).map(([name, property]) => ({
    in: place,
    name,
    required: place === 'path' || (required as string[]).includes(name),
    schema: withNumbers(property),
  }))
}

/** Describes what is read from digits as a whole number, which clients have as one. */
function withNumbers(schema: Schema): Schema {
  const values = schema.enum as string[] | undefined
  if (values?.every((value) => /^\d+$/.test(value))) return { ...schema, type: 'integer', enum: values.map(Number) }
  const least = { '^\\d+$': 0, '^[1-9]\\d*$': 1 }[String(schema.pattern)]
  return least === undefined ? schema : { type: 'integer', minimum: least }
}

function requestBody({ body, upload }: Endpoint): Schema {
  if (upload !== undefined) {
    const file = {
      type: 'string',
      format: 'binary',
      description: `${upload.mediaTypes.join(' or ')}, at most ${upload.maxBytes} bytes`,
    }
    const schema = { type: 'object', properties: { file }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (body === undefined) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body) } } } }
}

function success({ produces, mediaType = 'application/json' }: Endpoint, schema: z.ZodMiniType | null): Schema {
  if (produces !== undefined) {
    return { description: 'Done', content: Object.fromEntries([produces].flat().map((type) => [type, {}])) }
  }
  return schema === null
    ? { description: 'Done' }
    : { description: 'Done', content: { [mediaType]: { schema: jsonSchema(schema, 'output') } } }
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output' = 'input'): Schema {
  const json: Schema = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => spellOut(part),
  })
  delete json.$schema
  return json
}

/**
 * Describes a part as generators of clients understand it: an object whose keys are a list by its properties instead of a
 * rule for their names.
 */
function spellOut(part: z.core.JSONSchema.BaseSchema): void {
  // Emails may have letters outside ASCII.
  if (part.format === 'email') part.format = 'idn-email'
  const { propertyNames, additionalProperties } = part
  const keys = typeof propertyNames === 'object' ? propertyNames?.enum : undefined
  if (keys === undefined) return
  part.properties = Object.fromEntries(keys.map((key) => [String(key), additionalProperties ?? {}]))
  part.additionalProperties = false
  delete part.propertyNames
}

const errorSchema = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'In the user’s language' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    requestId: { type: 'string' },
    place: { type: 'integer', description: 'With export-queued: the place in the queue, from 1' },
  },
}
