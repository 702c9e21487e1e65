import { useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { mayMergeSubjects } from '../../contract/permissions/can.ts'
import { listSubjects, updateSubject } from '../../contract/subjects/endpoints.ts'
import { isOfOneName, missingIdentifiers, subjectName, type WholeIdentity } from '../../contract/subjects/subject.ts'
import { subjectIdentity, type OpenedSubject, type SubjectIdentity } from '../../contract/subjects/whole-subject.ts'
import { listTestRecords } from '../../contract/test-records/endpoints.ts'
import { call } from '../api/client.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { OneNameField, useFirstNameOf } from '../editing/one-name-field.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { FormLink } from '../editing/form-panel.tsx'
import { useStored } from '../editing/use-action.ts'
import { useEdit } from '../editing/use-edit.ts'
import { usePhoneRule, type PhoneRule } from '../editing/typed-place.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { usePreferences, useSubjectSettings } from '../preferences/preferences.ts'
import { useHolder } from '../session/queries.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { t as say, useLocale, useT } from '../ui/phrases.ts'
import { EmailField, TextField } from '../ui/text-field.tsx'
import { parseBirthDate, typedDate } from '../ui/typed-date.ts'
import { DetailsFields } from './details-fields.tsx'
import { describedDetails, readDetails, typedDetails, type SubjectValues } from './details-values.ts'
import { fetchSubject } from './subject-queries.ts'
import { subjectQuery } from './queries.ts'
import { keepTyped, useTypedBefore } from './typed-before.ts'
import { confirmed, keepWords, SubjectTaken, useTaken, type Kept, type TakenBy } from '../editing/subject-taken.tsx'

export function SubjectForm() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/subjects/$id/edit' })
  const search = useSearch({ from: '/logged-in/subjects' })
  const subject = useQuery(subjectQuery(id))
  const rule = usePhoneRule()
  return (
    <EditPanel
      title={t('shell:page.editSubject')}
      {...(subject.data && { intro: subjectName(subject.data.data) ?? '' })}
      below={paths.subject(id, search)}
      query={subject}
      rows={4}
      list={paths.subjects(search)}
    >
      {(stored) => (rule === undefined ? null : <Fields subject={stored} rule={rule} />)}
    </EditPanel>
  )
}

function Fields({ subject, rule }: { subject: OpenedSubject; rule: PhoneRule }) {
  const t = useT()
  const { typing, hint } = useDates()
  const goOn = useGoOn()
  const locale = useLocale()
  const search = useSearch({ from: '/logged-in/subjects' })
  const settings = useSubjectSettings()
  const { countries, phoneRegex } = usePreferences()
  const how = { typing, hint, countries, phoneRegex, rule }
  const queries = useQueryClient()
  const update = useUpdateSubject(subject.id)
  const { taken, ask, askElsewhere, forget } = useTaken(subject.groupId, subject.id)
  /** What the user keeps although another subject has it. */
  const shared = useRef<Kept>({})
  const mayMerge = mayMergeSubjects(useHolder())
  const isHuman = subject.kind === 'human'
  const isByNames = settings.identifiesBy === 'names'
  const labels = { customId1: settings.customId1, customId2: settings.customId2 }

  const valuesOf = (item: OpenedSubject): SubjectValues => ({
    ...typedDetails(item, how),
    firstName: item.firstName ?? '',
    lastName: item.lastName ?? '',
    // It is not stored, and was never asked of people from before: it is asked when the identity changes.
    hasOneName: false,
    dateOfBirth: typedDate(item.dateOfBirth, typing),
    email: item.email ?? '',
    localId: item.localId ?? '',
    customId1: item.customId1 ?? '',
    customId2: item.customId2 ?? '',
  })
  const edit = useEdit({
    item: subject,
    schema: subjectIdentity,
    valuesOf,
    typedBefore: useTypedBefore(subject.id),
    fields: {
      ...describedDetails(t, locale),
      firstName: {
        label: t('fields:firstName'),
        inWords: (typed: SubjectValues) => (typed.hasOneName ? t('subjectSearch:oneName.label') : typed.firstName),
      },
      lastName: { label: t('fields:lastName') },
      hasOneName: { partOf: 'firstName' },
      dateOfBirth: { label: t('fields:dateOfBirth') },
      email: { label: t('fields:email') },
      localId: { label: t('fields:localId') },
      customId1: { label: labels.customId1 },
      customId2: { label: labels.customId2 },
    },
    failed: 'passwords:failed',
    refused: { 409: isHuman ? 'subjects:takenPerson' : 'subjects:takenIds' },
    read: async (values) => {
      const { firstName, lastName, hasOneName, dateOfBirth: typed, email, localId, customId1, customId2 } = values
      if (!isHuman) return { candidate: { kind: 'non-human', customId1, customId2 } }
      const { details, errors } = await readDetails(values, subject, how)
      const dateOfBirth = parseBirthDate(typed, typing)
      const isUnread = dateOfBirth === undefined && typed.trim() !== ''
      const names = { firstName, lastName, ...(hasOneName && { hasOneName }) }
      const candidate = { kind: 'human', ...names, email, localId, dateOfBirth, details } as const
      const checked = subjectIdentity.safeParse(candidate).data
      const given = checked?.kind === 'human' ? checked.email : null
      const isElsewhere = given !== null && (await isOfAnotherGroup(given))
      const missing =
        checked?.kind === 'human' && isIdentityOf(checked, subject)
          ? []
          : missingIdentifiers(
              { email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim(), hasOneName },
              settings.identifiesBy,
            )
      return {
        candidate,
        errors: {
          ...errors,
          ...Object.fromEntries(
            missing.map((field) => [field, say('rules:required', { field: say(`fields:${field}`) })]),
          ),
          ...(isUnread && { dateOfBirth: say('rules:date', { format: hint }) }),
          ...(isElsewhere && { email: say('rules:emailElsewhere') }),
        },
      }
    },
    newest: () => fetchSubject(subject.id),
    send: async (body, headers) => {
      forget()
      try {
        return await update({ ...body, ...confirmed(body, shared.current) }, headers)
      } catch (error) {
        await ask(error, body)
        throw error
      }
    },
    updated: 'subjects:updated',
    onDone: () => void goOn({ ...paths.subject(subject.id, search), resetScroll: false }),
  })
  const { form } = edit
  const said = useFirstNameOf(form.values.hasOneName)
  const isUnknown = isByNames && isOfOneName(subject) && form.values.firstName === ''
  const firstNameOf = isUnknown ? { help: t('subjectSearch:oneName.unknown'), ...said } : said

  /** Asks about an email that is new to the subject, until the user confirms that it is shared. */
  async function isOfAnotherGroup(email: string): Promise<boolean> {
    const isOwn = email.toLowerCase() === subject.email?.toLowerCase()
    if (isOwn || email === shared.current.email) return false
    const groups = subject.groups.map(({ id }) => id)
    return (await askElsewhere(email, groups)) !== undefined
  }

  function keep(by: TakenBy) {
    shared.current = { ...shared.current, ...(taken && { [by]: taken.text }) }
    edit.submission.onSubmit()
  }

  function whoHasIt(by: TakenBy) {
    if (taken?.by !== by || form.errors[by] === undefined) return undefined
    return (
      <SubjectTaken taken={taken} firstName={form.values.firstName} entered={t('subjectSearch:differs.edited')}>
        {mayMerge && taken.holder !== undefined && (
          <FormLink
            target={paths.compareSubjects(subject.id, taken.holder.id, search)}
            variant="default"
            word={t('shell:page.compareSubjects')}
            onLeave={() => {
              keepTyped(queries, subject.id, valuesOf(subject), form.values)
              form.markSaved()
            }}
          />
        )}
        {(by !== 'email' || taken.isElsewhere) && (
          <Button variant="default" isPending={edit.submission.isPending} onClick={() => keep(by)}>
            {t(keepWords[by])}
          </Button>
        )}
      </SubjectTaken>
    )
  }

  return (
    <EditForm edit={edit} label={t('shell:page.editSubject')} submit={t('shell:saveChanges')}>
      {isHuman ? (
        <>
          <EditField edit={edit} name="firstName">
            <TextField
              {...form.field('firstName')}
              label={t('fields:firstName')}
              isOptional={!isByNames}
              autoComplete="off"
              {...firstNameOf}
            />
            {isByNames && (
              <OneNameField
                names={form.values}
                onChange={(names) => {
                  form.set('firstName', names.firstName)
                  form.set('lastName', names.lastName)
                  form.set('hasOneName', names.hasOneName)
                }}
              />
            )}
          </EditField>
          <EditField edit={edit} name="lastName">
            <TextField
              {...form.field('lastName')}
              label={t('fields:lastName')}
              isOptional={!isByNames}
              autoComplete="off"
            />
            {whoHasIt('lastName')}
          </EditField>
          <EditField edit={edit} name="dateOfBirth">
            <DateField
              {...form.field('dateOfBirth')}
              label={t('fields:dateOfBirth')}
              hint={hint}
              onChange={(typed) => form.set('dateOfBirth', typed)}
            />
          </EditField>
          <EditField edit={edit} name="email">
            <EmailField
              {...form.field('email')}
              label={t('fields:email')}
              isOptional={isByNames}
              help={subject.account === null ? undefined : t('subjects:emailHelp')}
              autoComplete="off"
            />
            {whoHasIt('email')}
          </EditField>
          <EditField edit={edit} name="localId">
            <TextField {...form.field('localId')} label={t('fields:localId')} isOptional autoComplete="off" />
            {whoHasIt('localId')}
          </EditField>
          <DetailsFields
            subject={subject}
            how={how}
            form={form}
            field={(name, control) => (
              <EditField edit={edit} name={name}>
                {control}
              </EditField>
            )}
          />
        </>
      ) : (
        <>
          <EditField edit={edit} name="customId1">
            <TextField {...form.field('customId1')} label={labels.customId1} autoComplete="off" />
          </EditField>
          <EditField edit={edit} name="customId2">
            <TextField {...form.field('customId2')} label={labels.customId2} autoComplete="off" />
            {whoHasIt('customId1')}
          </EditField>
        </>
      )}
    </EditForm>
  )
}

/** True if this is the stored identity: then what is missing of it is not asked for. */
function isIdentityOf(typed: Partial<WholeIdentity>, stored: WholeIdentity): boolean {
  return (['firstName', 'lastName', 'dateOfBirth', 'email', 'localId'] as const).every(
    (field) => (typed[field] ?? null) === stored[field],
  )
}

/** Updates a subject, and every list and record that shows it. */
function useUpdateSubject(id: string) {
  return useStored({
    send: (body: SubjectIdentity, headers: { 'If-Match': string }) =>
      call(updateSubject, { params: { id }, body, headers, errors: 'caller' }),
    shownBy: [listSubjects, listTestRecords],
    keptAs: () => subjectQuery(id).queryKey,
  })
}
