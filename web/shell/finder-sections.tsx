import { subjectName } from '../../contract/subjects/subject.ts'
import { mostOfAKind, type Found } from '../../contract/search/endpoints.ts'
import type { Result } from '../../contract/rules/results.ts'
import { finder } from '../../contract/rules/folding.ts'
import { usePlaceName } from '../lists/place-name.ts'
import { paths, type Target } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { pagesFor } from './finder-pages.ts'
import { useDates } from '../preferences/use-dates.ts'

export interface FoundItem {
  key: string
  title: string
  /** Tells the result from others of the same name; empty if nothing does. */
  detail: string
  result?: Result
  target: Target
}

interface FoundSection {
  title: string
  items: readonly FoundItem[]
}

/** Sorts the results into the displayed order, and adds the pages whose names match the text. */
export function useSections() {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const user = useUser()
  const pages = pagesFor(useHolder(), user, usePreferences().subjects.kind)
  const isPatient = user.userType.name === 'patient'

  function subjectItem(subject: Found['subjects'][number]): FoundItem {
    const { id, email, dateOfBirth, localId, groups, formerly } = subject
    const name = subjectName(subject) ?? t('lists:anonymized')
    const [group] = groups
    const parts = [
      formerly ? t('lists:formerly', { name: formerly }) : null,
      dateOfBirth === null ? null : t('finder:born', { date: dates.day(dateOfBirth) }),
      localId === null ? null : t('finder:localId', { id: localId }),
      name === email ? null : email,
      group === undefined ? null : placeName(group),
    ]
    return { key: `subject-${id}`, title: name, detail: joined(parts), target: paths.subject(id) }
  }

  function testItem({ id, testId, result, state, subject, performedAt, performedZone }: Found['tests'][number]) {
    const parts = [
      state === 'voided' ? t('finder:voided') : null,
      isPatient ? null : (subjectName(subject) ?? t('lists:anonymized')),
      dates.instantIn(performedAt, performedZone),
    ]
    return {
      key: `test-${id}`,
      title: testId,
      detail: joined(parts),
      result,
      target: paths.testRecord(id, { crumb: testId }),
    }
  }

  return (text: string, found: Found | undefined): FoundSection[] => {
    const isFound = finder(text)
    const named = pages
      .map(({ label, target }) => ({ key: `page-${label}`, title: t(label), detail: '', target }))
      .filter(({ title }) => isFound(title))
    const sections: Record<keyof Found | 'pages', FoundSection> = {
      subjects: { title: t('shell:page.subjects'), items: (found?.subjects ?? []).map(subjectItem) },
      tests: { title: t('shell:page.testRecords'), items: (found?.tests ?? []).map(testItem) },
      users: {
        title: t('shell:page.users'),
        items: (found?.users ?? []).map(({ id, fullName, email }) => {
          return { key: `user-${id}`, title: fullName, detail: email, target: paths.user(id) }
        }),
      },
      organisations: {
        title: t('shell:page.organisations'),
        items: (found?.organisations ?? []).map(({ id, name, location }) => {
          return { key: `organisation-${id}`, title: name, detail: location ?? '', target: paths.organisation(id) }
        }),
      },
      groups: {
        title: t('shell:page.groups'),
        items: (found?.groups ?? []).map(({ id, name, organisationName }) => {
          return { key: `group-${id}`, title: name, detail: organisationName, target: paths.group(id) }
        }),
      },
      tenants: {
        title: t('shell:page.tenants'),
        items: (found?.tenants ?? []).map(({ id, name, slug }) => {
          return { key: `tenant-${id}`, title: name, detail: slug, target: paths.tenant(id) }
        }),
      },
      assays: {
        title: t('shell:page.assays'),
        items: (found?.assays ?? []).map(({ id, name, manufacturer }) => {
          return { key: `assay-${id}`, title: name, detail: manufacturer ?? '', target: paths.assay(id) }
        }),
      },
      lots: {
        title: t('finder:lots'),
        items: (found?.lots ?? []).map((lot) => {
          return { key: `lot-${lot}`, title: lot, detail: t('finder:lotTests'), target: paths.testRecords({ lot }) }
        }),
      },
      pages: { title: t('finder:pages'), items: named.slice(0, mostOfAKind) },
    }
    return Object.values(sections).filter(({ items }) => items.length > 0)
  }
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ')
}
