import { endpoints } from '../../../contract/endpoints.ts'
import type { Load } from '../../platform/admission.ts'

/**
 * Endpoints that are not `usual` when the server is busy. They are named here, because no browser needs to know. Urgent
 * is recording with what it needs, correcting, and logging in and out; analytics and files give way to all else.
 */
const named: Readonly<Record<Exclude<Load, 'usual'>, readonly string[]>> = {
  urgent: [
    'cancelTestRun',
    'correctTest',
    'createSubject',
    'discardTestDraft',
    'findRecentTest',
    'finishTestRun',
    'getAssayForRecording',
    'getTestDraft',
    'getTestRun',
    'keepReadingDraft',
    'keepTestDraft',
    'login',
    'logout',
    'lookUpSubject',
    'matchSubjects',
    'readAgain',
    'recordTest',
    'startSession',
    'startTestRun',
    'uploadDeviceImage',
    'voidTest',
  ],
  analytics: [
    'exportAuditEvents',
    'exportFhir',
    'exportOutbreak',
    'exportTestRecords',
    'getAgreement',
    'getDashboardAssays',
    'getDashboardGroups',
    'getDashboardHours',
    'getDashboardLots',
    'getDashboardTrend',
    'getMonthlyReport',
  ],
}

const loads = loadsByName()

/** Tells what an endpoint may take of a busy server. */
export function loadOf({ name }: { name: string }): Load {
  return loads.get(name) ?? 'usual'
}

/** Throws for a name that no endpoint has, so that none becomes usual by being renamed. */
function loadsByName(): ReadonlyMap<string, Load> {
  const known = new Set(endpoints.map(({ name }) => name))
  const found = new Map<string, Load>()
  for (const load of ['urgent', 'analytics'] as const) {
    for (const name of named[load]) {
      if (!known.has(name)) throw new Error(`There is no endpoint "${name}" that could be ${load}`)
      found.set(name, load)
    }
  }
  return found
}
