import { IconArrowMerge, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { can, mayMergeSubjects, mayUseTestSets, whyCannotRecord } from '../../contract/permissions/can.ts'
import { isOfOneName, subjectName, type SubjectDetails } from '../../contract/subjects/subject.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { DetailPage } from '../lists/detail-page.tsx'
import { useDetailWords } from '../lists/person-details.ts'
import { TrailLink } from '../lists/trail-link.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Coming } from '../loading/waiting.tsx'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { buttonClass } from '../ui/button.tsx'
import { Facts, given, type Fact } from '../ui/facts.tsx'
import { Link } from '../routing/link.tsx'
import { alsoSay, useT } from '../ui/phrases.ts'
import { subjectQuery } from './queries.ts'
import * as styles from './subject-page.module.css'
import { SubjectTests } from './subject-tests.tsx'

/** Loaded separately, because most subjects are no duplicates. */
const SubjectMerging = lazyPage(async () => {
  const [part] = await Promise.all([import('./subject-merging.tsx'), alsoSay('merging', 'personParts')])
  return part.SubjectMerging
})

/** Loaded separately, because most tenants have no algorithms. */
const SubjectSets = lazyPage(async () => {
  const [part] = await Promise.all([import('./subject-sets.tsx'), alsoSay('testingAlgorithms')])
  return part.SubjectSets
})

/** One subject: its identifying fields, its groups and its tests. The edit form is in its outlet. */
export function SubjectPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/subjects/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/subjects' })
  const subject = useQuery(subjectQuery(id))
  return (
    <DetailPage
      words="subjects"
      id={id}
      name={subject.data && subjectName(subject.data.data)}
      kind={t('shell:page.subject')}
      detail={subject}
      list={paths.subjects(search)}
    >
      {({ data }, level) => <Details key={data.id} subject={data} level={level} />}
    </DetailPage>
  )
}

function Details({ subject, level }: { subject: OpenedSubject; level: 2 | 3 }) {
  const t = useT()
  const holder = useHolder()
  const search = useSearch({ from: '/logged-in/subjects' })
  return (
    <div className={styles.details}>
      <div className={styles.ways}>
        {whyCannotRecord(holder) === undefined && (
          <Link {...paths.createTestOf(subject.id)} className={buttonClass()}>
            <IconPlus size={18} aria-hidden />
            <span>{t('shell:page.createTest')}</span>
          </Link>
        )}
        {can(holder, 'create-tests') && (
          <FormLink
            target={paths.editSubject(subject.id, search)}
            variant="default"
            icon={IconPencil}
            word={t('subjects:edit')}
          />
        )}
        {mayMergeSubjects(holder) && (
          <FormLink
            target={paths.mergeSubject(subject.id, search)}
            variant="default"
            icon={IconArrowMerge}
            word={t('subjects:merge')}
          />
        )}
      </div>
      <Identity subject={subject} level={level} />
      <Known subject={subject} level={level} />
      {mayUseTestSets(holder) && (
        <Coming>
          <SubjectSets subject={subject} level={level} />
        </Coming>
      )}
      {mayMergeSubjects(holder) && (
        <Coming>
          <SubjectMerging subject={subject} level={level} />
        </Coming>
      )}
      {can(holder, 'view-tests') && <SubjectTests subject={subject} level={level} />}
      <TrailLink resource_type="subject" resource={subject.id} />
    </div>
  )
}

/** The details that the tenant keeps of a person; nothing if it keeps none. */
function Known({ subject, level }: { subject: OpenedSubject; level: 2 | 3 }) {
  const t = useT()
  const wordsOf = useDetailWords()
  // A server of the version before, which may still answer during an upgrade, knows no details.
  // oxlint-disable-next-line typescript/no-useless-default-assignment -- The type is that of this version.
  const { details, keptDetails = [], hiddenDetails = [] } = subject
  const facts = given(keptDetails.map((kind) => [t(`personDetails:kind.${kind}`), wordsOf(details, kind)] as const))
  if (keptDetails.length === 0 && hiddenDetails.length === 0) return null
  const kinds = hiddenDetails.map((kind) => t(`personDetails:kind.${kind}`)).join(', ')
  return (
    <div>
      <Facts level={level} title={t('personDetails:title')} facts={facts} />
      {facts.length === 0 && <p className={styles.none}>{t('personDetails:none')}</p>}
      {hiddenDetails.length > 0 && <p className={styles.none}>{t('personDetails:hidden', { kinds })}</p>}
    </div>
  )
}

function Identity({ subject, level }: { subject: SubjectDetails; level: 2 | 3 }) {
  const t = useT()
  const dates = useDates()
  const settings = useSubjectSettings()
  const { kind, firstName, lastName, email, dateOfBirth, localId, customId1, customId2, groups, account } = subject
  const others = subject.alsoKnownBy.map((other) =>
    [
      [other.firstName, other.lastName].filter(Boolean).join(' '),
      other.dateOfBirth && dates.day(other.dateOfBirth),
      other.email,
      other.localId,
      other.customId1,
      other.customId2,
    ]
      .filter(Boolean)
      .join(' · '),
  )
  const name = [firstName, lastName].filter((part) => part !== null).join(' ')
  const isOneName = settings.identifiesBy === 'names' && isOfOneName(subject)
  const known = given([
    [t('fields:name'), isOneName ? t('subjects:oneName', { name }) : name],
    [t('fields:email'), email],
    [t('fields:dateOfBirth'), dateOfBirth && dates.day(dateOfBirth)],
    [t('fields:localId'), localId],
    [settings.customId1, customId1],
    [settings.customId2, customId2],
    [t('subjects:alsoKnownBy'), others.join('\n')],
  ])
  const places = groups.map((group) => `${group.name}, ${group.organisation.name}`)
  const about: Fact[] = [
    { label: t('fields:groups'), value: places.join('\n') },
    { label: t('subjects:added'), value: dates.dayOf(subject.addedAt) },
  ]
  if (kind === 'human') {
    const owner = account === null ? t('subjects:noAccount') : [account.name, account.email].join('\n')
    about.push({ label: t('subjects:account'), value: owner })
  }
  return <Facts level={level} title={t('subjects:identity')} facts={[...known, ...about]} />
}
