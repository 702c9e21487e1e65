import type { FastifyInstance } from 'fastify'
import {
  acceptTerms as acceptTermsEndpoint,
  deleteMyAccount,
  downloadMyData,
  updateMyDetails,
} from '../../contract/own-account/endpoints.ts'
import { listMySubjects } from '../../contract/own-account/my-subjects.ts'
import { getMyDetails, updateMyLang } from '../../contract/own-account/user.ts'
import { serve, serveInSteps } from '../access/serving/serve.ts'
import { setSessionCookies } from '../access/sessions/session-cookie.ts'
import { newToken } from '../access/sessions/tokens.ts'
import { answerWith, requiredVersionOf } from '../access/changing/versions.ts'
import { listOwnSubjects } from '../subjects/service.ts'
import { deleteAccount } from './deletion-service.ts'
import { downloadOwnData } from './download-service.ts'
import { acceptTerms, changeDetails, changeLang, getMe } from './service.ts'

export function ownAccountRoutes(app: FastifyInstance): void {
  serve(app, getMyDetails, async (scope) => answerWith(await getMe(scope)))

  serve(app, updateMyDetails, async (scope, { body, request }) =>
    answerWith(await changeDetails(scope, body, requiredVersionOf(request))),
  )

  serve(app, updateMyLang, async (scope, { body }) => answerWith(await changeLang(scope, body.lang)))

  serve(app, acceptTermsEndpoint, async (scope, { body }) => answerWith(await acceptTerms(scope, body.version)))

  serve(app, listMySubjects, async (scope) => ({ body: { data: await listOwnSubjects(scope) } }))

  serveInSteps(app, downloadMyData, async (enter, { reply }) => {
    const document = await downloadOwnData(enter)
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .header('x-content-type-options', 'nosniff')
    await reply.send(document)
    return 'sent'
  })

  serveInSteps(app, deleteMyAccount, async (enter, { body, request, reply }) => {
    await deleteAccount(enter, body)
    setSessionCookies(request, reply, newToken())
    return {}
  })
}
