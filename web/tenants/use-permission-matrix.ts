import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getMyDetails } from '../../contract/own-account/user.ts'
import {
  changed,
  differences,
  tenantTypes,
  usualMatrix,
  withTypeOf,
  type CellChange,
  type Matrix,
  type TenantType,
} from '../../contract/permissions/matrix.ts'
import { changePermissions, getPermissions, type TenantPermissions } from '../../contract/permissions/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { reportError } from '../api/error-reporting.ts'
import { queryOf } from '../api/query.ts'
import { failureWords, isOurFault } from '../api/failure-words.ts'
import { useStored } from '../editing/use-action.ts'
import { t } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'

function permissionsQuery(id: string) {
  return queryOf(getPermissions, { params: { id } })
}

/** The permissions of a tenant during editing: the stored ones, the changes, and saving. */
export function usePermissionMatrix(tenantId: string) {
  const queries = useQueryClient()
  const params = { id: tenantId }
  const query = useQuery({ ...permissionsQuery(tenantId), staleTime: 0 })
  /** The stored permissions at the first change, and the changed matrix. */
  const [edited, setEdited] = useState<{ from: TenantPermissions; matrix: Matrix }>()
  const [reviewed, setReviewed] = useState<readonly CellChange[]>()
  const [news, setNews] = useState<readonly CellChange[]>([])
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)
  const stored = edited?.from ?? query.data?.data
  const matrix = edited?.matrix ?? stored?.types
  const store = useStored({
    send: (types: Partial<Matrix>, version: number) =>
      call(changePermissions, {
        params,
        body: mutable(types),
        headers: { 'If-Match': `"${version}"` },
        errors: 'caller',
      }),
    shownBy: [getMyDetails],
    keptAs: ({ id }) => permissionsQuery(id).queryKey,
  })

  function edit(next: (matrix: Matrix) => Matrix) {
    if (stored === undefined || matrix === undefined) return
    const after = next(matrix)
    setError(undefined)
    setEdited(differences(stored.types, after).length === 0 ? undefined : { from: stored, matrix: after })
  }

  /**
   * Reapplies the changes made here to what others have stored in the meantime; returns true if others changed
   * anything.
   */
  function takeOver(newest: TenantPermissions): boolean {
    if (edited === undefined) return false
    const theirs = differences(edited.from.types, newest.types)
    const mine = differences(edited.from.types, edited.matrix)
    const merged = mine.reduce<Matrix>(changed, newest.types)
    setEdited(differences(newest.types, merged).length === 0 ? undefined : { from: newest, matrix: merged })
    if (theirs.length === 0) return false
    setNews(theirs)
    setReviewed(undefined)
    return true
  }

  async function attempt(work: () => Promise<void>) {
    setPending(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setReviewed(undefined)
      if (isOurFault(failure)) reportError(failure)
      setError(failureWords(failure, { failed: 'permissions:failed' }) ?? t('permissions:failed'))
    } finally {
      setPending(false)
    }
  }

  const newest = async () => {
    const reply = await call(getPermissions, { params, errors: 'caller' })
    queries.setQueryData(permissionsQuery(tenantId).queryKey, reply)
    return reply.data
  }

  /** Asks how many people the changes concern now, and asks for confirmation. */
  const review = () =>
    attempt(async () => {
      const now = await newest()
      if (edited === undefined || takeOver(now)) return
      setReviewed(differences(now.types, edited.matrix))
    })

  const save = () =>
    attempt(async () => {
      if (edited === undefined) return
      const concerned = tenantTypes.filter((type) => reviewed?.some((change) => change.type === type))
      try {
        await store(Object.fromEntries(concerned.map((type) => [type, edited.matrix[type]])), edited.from.version)
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.code !== 'stale-version') throw failure
        takeOver(await newest())
        setReviewed(undefined)
        return
      }
      setEdited(undefined)
      setReviewed(undefined)
      setNews([])
      showMessage(t('permissions:updated'))
    })

  return {
    query,
    stored,
    matrix,
    changes: edited === undefined ? [] : differences(edited.from.types, edited.matrix),
    news,
    reviewed,
    error,
    isPending,
    set: (change: CellChange) => edit((before) => changed(before, change)),
    reset: (type: TenantType) => edit((before) => withTypeOf(before, type, usualMatrix)),
    resetAll: () => edit((before) => tenantTypes.reduce((all, type) => withTypeOf(all, type, usualMatrix), before)),
    discard: () => {
      setEdited(undefined)
      setNews([])
      setError(undefined)
    },
    review: () => void review(),
    keepEditing: () => setReviewed(undefined),
    save: () => void save(),
  }
}

function mutable(types: Partial<Matrix>) {
  return Object.fromEntries(Object.entries(types).map(([type, held]) => [type, [...held]]))
}
