import type { FastifyInstance } from 'fastify'
import { acceptTerms as acceptTermsEndpoint, getMyDetails, updateMyLang } from '../../contract/own-account/endpoints.ts'
import { serve } from '../access/serve.ts'
import { acceptTerms, changeLang, getUser } from './service.ts'

export function ownAccountRoutes(app: FastifyInstance): void {
  serve(app, getMyDetails, async (scope) => ({ body: { data: await getUser(scope, scope.actor.id) } }))

  serve(app, updateMyLang, async (scope, { body }) => ({
    body: { data: await changeLang(scope, body.lang) },
  }))

  serve(app, acceptTermsEndpoint, async (scope) => ({ body: { data: await acceptTerms(scope) } }))
}
