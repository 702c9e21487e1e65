import { createApiToken, listApiTokens, revokeApiToken } from '../../contract/api-tokens/endpoints.ts'
import { queryOf } from '../api/query.ts'
import { useCreation, useRowAction } from '../editing/row-changes.ts'

export function apiTokensQuery(cursor: string | undefined) {
  return queryOf(listApiTokens, { query: { per_page: '10', ...(cursor && { cursor }) } })
}

export const useCreateApiToken = () => useCreation(createApiToken, { shownBy: [listApiTokens] })

export const useRevokeApiToken = (id: string) =>
  useRowAction(revokeApiToken, id, { done: ({ name }) => ['apiTokens:isRevoked', { name }], shownBy: [listApiTokens] })
