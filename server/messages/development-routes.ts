import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '../platform/html.ts'
import { listUnsentMessages } from './service.ts'

/**
 * `/dev/mail` shows the messages to people of this host's tenant, the newest first, texts included, and
 * `/dev/mail/messages` returns them as JSON. Only registered outside production, where mail or texts have no server to
 * go to.
 */
export function developmentMailRoutes(app: FastifyInstance): void {
  const mailOf = (request: FastifyRequest) =>
    app.door.enter(
      { host: request.hostname, sessionTokenHash: null, acceptLanguage: undefined, requestId: request.id },
      listUnsentMessages,
      { hasOnlyRead: () => true },
    )

  app.get('/dev/mail/messages', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { data: await mailOf(request) }
  })

  app.get('/dev/mail', async (request, reply) => {
    const mails = (await mailOf(request)).map(({ channel, to, subject, createdAt, text, html }) =>
      channel === 'text'
        ? `<details open>
<summary>Text to ${escapeHtml(to)}, ${createdAt.toISOString()}</summary>
<p>${escapeHtml(text)}</p>
</details>`
        : `<details>
<summary><strong>${escapeHtml(subject)}</strong> to ${escapeHtml(to)}, ${createdAt.toISOString()}</summary>
<iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(
            html.replace('<head>', '<head><base target="_top">'),
          )}"></iframe>
</details>`,
    )
    reply
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; frame-src 'self'",
      )
      .type('text/html; charset=utf-8')
    return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail sent here</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 800px; margin: 32px auto; padding: 0 16px }
details { border: 1px solid #dfe5ea; border-radius: 8px; margin: 12px 0 }
summary { padding: 12px 16px; cursor: pointer }
details p { margin: 0; padding: 0 16px 12px }
iframe { width: 100%; height: 640px; border: 0 }
</style></head>
<body>
<h1>Mail sent here</h1>
<p>Without a mail server (<code>SMTP_URL</code>) mail to people of this address ends here, and without a text service
(<code>SMS_ACCOUNT_SID</code>) texts do. Newest first.</p>
${mails.join('\n') || '<p>Nothing was sent yet.</p>'}
</body>
</html>
`
  })
}
