import { createRequire } from 'node:module'
import path from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/**
 * Everything comes from this server and the page has no inline script, which the content security policy would block.
 */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lateral API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const start = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#reference', withCredentials: true, deepLinking: true,
  requestInterceptor(request) {
    const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)
    if (token) request.headers['X-XSRF-TOKEN'] = token[1]
    return request
  },
})
`

/** Serves the API reference for developers at `/api/docs`. Its files are read only on request. */
export async function serveApiReference(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    await docs.register(staticFiles, { root: assets, prefix: '/api/docs/', serve: false, decorateReply: true })
    docs.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
    docs.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript').send(start))
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      docs.get(`/api/docs/${file}`, async (_request, reply) => reply.sendFile(file))
    }
  })
}
