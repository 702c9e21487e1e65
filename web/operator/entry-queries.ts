import {
  askToEnter,
  endEntry,
  enterTenant,
  getOperatorAccess,
  grantEntry,
  leaveTenant,
  listOperatorEntries,
  refuseEntry,
  updateOperatorAccess,
  type EntryReason,
} from '../../contract/operator/entry.ts'
import { getTenantFacts, listTenantHistory } from '../../contract/operator/endpoints.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useAction, useStored } from '../editing/use-action.ts'
import { tenantsAddress } from '../paths.ts'
import { forgetPreferences } from '../preferences/preferences.ts'
import { t } from '../ui/phrases.ts'
import { keepMessage, type SnackbarMessage } from '../ui/snackbar-store.ts'

/**
 * Reloads the app in the brand of the tenant whose records are now read, or of the operator's own, so that the memory
 * never holds data of both.
 */
export function changePlace(address: string, message: string, tone: SnackbarMessage['tone'] = 'success'): void {
  forgetPreferences()
  keepMessage(message, tone)
  window.location.assign(address)
}

export async function enterRecords(id: string, body: EntryReason): Promise<void> {
  await call(enterTenant, { params: { id }, body, errors: 'caller' })
}

export async function leaveRecords(): Promise<void> {
  await call(leaveTenant)
  changePlace(tenantsAddress, t('entry:left'))
}

export function useAskToEnter(id: string) {
  return useStored({
    send: (body: EntryReason) => call(askToEnter, { params: { id }, body, errors: 'caller' }),
    shownBy: [getTenantFacts, listTenantHistory],
  })
}

export const accessQuery = queryOf(getOperatorAccess, {})

export function entriesQuery(cursor: string | undefined) {
  return queryOf(listOperatorEntries, { query: { ...(cursor && { cursor }) } })
}

const shownBy = [getOperatorAccess, listOperatorEntries]

export function useAccessChange() {
  return useAction({
    send: (mayEnter: boolean) => call(updateOperatorAccess, { body: { mayEnter }, errors: 'caller' }),
    done: () => ['entry:saved'],
    shownBy,
  })
}

/** Answers an operator's request: with hours it is granted, without them it is refused or withdrawn. */
export function useAnswer(id: string) {
  return useAction({
    send: (hours: number | null) =>
      hours === null
        ? call(refuseEntry, { params: { id }, errors: 'caller' })
        : call(grantEntry, { params: { id }, body: { hours }, errors: 'caller' }),
    done: () => ['entry:answered'],
    shownBy,
  })
}

export function useEndEntry(id: string) {
  return useAction({
    send: () => call(endEntry, { params: { id }, errors: 'caller' }),
    done: () => ['entry:ended'],
    shownBy,
  })
}
