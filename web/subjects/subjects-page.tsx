import { IconAddressBook, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { mayImport, whyCannotRecord } from '../../contract/permissions/can.ts'
import type { subjectList } from '../../contract/subjects/subject-list.ts'
import { subjectName, type ListedSubject } from '../../contract/subjects/subject.ts'
import type { SubjectSettings } from '../../contract/tenants/preferences.ts'
import { Formerly, SecondLine, Time } from '../lists/cells.tsx'
import { ImportLink } from '../lists/import-link.tsx'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { RowLink } from '../lists/row-link.tsx'
import { paths, type SubjectsSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useDates, type Dates } from '../preferences/use-dates.ts'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { LongWord } from '../ui/long-word.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { subjectAddress, subjectsQuery } from './subject-queries.ts'
import { useSearchHelp } from './use-search-help.ts'

export function SubjectsPage() {
  const t = useT()
  const dates = useDates()
  const holder = useHolder()
  const settings = useSubjectSettings()
  const search = useSearch({ from: '/logged-in/subjects' })
  const placeName = usePlaceName()
  const columns = [
    subjectColumn(t, search),
    ...(settings.kind === 'human' ? personColumns(t, dates) : idColumns(settings)),
    ...placeColumns(t, placeName),
  ]
  return (
    <ListPage
      words="subjects"
      search={search}
      address={subjectAddress}
      query={subjectsQuery}
      columns={columns}
      searchHelp={useSearchHelp()}
      sortWords={(sort) => t(`subjects:sort.${sort}`)}
      filters={() => ({})}
      create={mayImport(holder) && <ImportLink />}
      createWhenEmpty={
        <>
          {whyCannotRecord(holder) === undefined && (
            <Link {...paths.createTest()} className={buttonClass()}>
              <IconPlus size={18} aria-hidden />
              <span>{t('subjects:empty.record')}</span>
            </Link>
          )}
          {mayImport(holder) && <ImportLink />}
        </>
      }
      picture={<IconAddressBook size={40} stroke={1.5} aria-hidden />}
    />
  )
}

type SubjectColumn = ListColumn<ListedSubject, (typeof subjectList)['default']>

function subjectColumn(t: Translate, search: SubjectsSearch): SubjectColumn {
  return {
    key: 'subject',
    title: t('fields:subject'),
    sort: 'name',
    isKept: true,
    cell: (subject) => {
      const { id, kind, email, customId1 } = subject
      const name = kind === 'human' ? subjectName(subject) : customId1
      return (
        <>
          <RowLink id={id} target={paths.subject(id, { ...search, crumb: name ?? undefined })}>
            <LongWord>{name ?? t('lists:anonymized')}</LongWord>
          </RowLink>
          {email !== null && email !== name && (
            <SecondLine>
              <LongWord>{email}</LongWord>
            </SecondLine>
          )}
          <Formerly name={subject.formerly} />
        </>
      )
    },
    card: { at: 'main' },
  }
}

function personColumns(t: Translate, dates: Dates): SubjectColumn[] {
  return [
    {
      key: 'dateOfBirth',
      title: t('fields:dateOfBirth'),
      cell: ({ dateOfBirth }) => dateOfBirth && dates.day(dateOfBirth),
      card: {
        at: 'detail',
        cell: ({ dateOfBirth, localId }) =>
          [dateOfBirth && dates.day(dateOfBirth), localId].filter(Boolean).join(' · '),
      },
    },
    {
      key: 'localId',
      title: t('fields:localId'),
      room: 'medium',
      cell: ({ localId }) => localId !== null && <LongWord>{localId}</LongWord>,
    },
  ]
}

function idColumns(settings: SubjectSettings): SubjectColumn[] {
  return [
    {
      key: 'customId2',
      title: settings.customId2,
      cell: ({ customId2 }) => customId2 !== null && <LongWord>{customId2}</LongWord>,
      card: { at: 'detail' },
    },
  ]
}

function placeColumns(t: Translate, placeName: ReturnType<typeof usePlaceName>): SubjectColumn[] {
  return [
    {
      key: 'groups',
      title: t('fields:groupId'),
      room: 'medium',
      cell: ({ groups: [first, ...others] }) => (
        <>
          <span>{others.length === 0 ? first?.name : first && placeName(first)}</span>
          <SecondLine>
            {others.length === 0 ? first?.organisation.name : t('subjects:moreGroups', { count: others.length })}
          </SecondLine>
        </>
      ),
      card: { at: 'detail', cell: ({ groups }) => groups.map(placeName).join('; ') },
    },
    {
      key: 'lastTested',
      title: t('subjects:column.lastTested'),
      cell: ({ lastTestedAt }) => (lastTestedAt === null ? t('subjects:neverTested') : <Time at={lastTestedAt} />),
      card: {
        at: 'detail',
        cell: ({ lastTestedAt }) =>
          lastTestedAt === null ? (
            t('subjects:neverTested')
          ) : (
            <>
              <span>{`${t('subjects:column.lastTested')} `}</span>
              <Time at={lastTestedAt} />
            </>
          ),
      },
    },
  ]
}
