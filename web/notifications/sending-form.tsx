import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { columnFields, type ReportColumn } from '../../contract/notifications/columns.ts'
import type { NotificationWay } from '../../contract/notifications/rule-parts.ts'
import type { NotificationRule } from '../../contract/notifications/rules.ts'
import { sendingForm, sftpSecretKinds, type Sending } from '../../contract/notifications/sending.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { useEdit } from '../editing/use-edit.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { inPlace, paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { t as say, useT, type PhraseKey, type Translate } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import { notificationRuleQuery } from './queries.ts'
import { sendingQuery, useChangeSending } from './report-queries.ts'

/** How reports of a rule are written and sent. */
export function SendingPanel() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/own-tenant/notification-rules/$id/sending' })
  const rule = useQuery(notificationRuleQuery(id)).data?.data
  const query = useQuery({ ...sendingQuery(id), staleTime: 0 })
  return (
    <EditPanel
      title={t('shell:page.notificationSending')}
      below={paths.notificationRule(id)}
      query={query}
      rows={6}
      list={paths.notificationRules()}
    >
      {(sending) => rule && <SendingFields rule={rule} sending={sending} />}
    </EditPanel>
  )
}

type Typed = {
  columns: string
  everyMinutes: string
  'hl7.processing': Sending['hl7']['processing']
  'hl7.senderOid': string
  'hl7.facilityOid': string
  'hl7.receivingApplication': string
  'hl7.receivingApplicationOid': string
  'hl7.receivingFacility': string
  'hl7.receivingFacilityOid': string
  'hl7.resultSystem': Sending['hl7']['resultSystem']
  'hl7.county': Sending['hl7']['county']
  'hl7.receiverIds': Sending['hl7']['receiverIds']
  'hl7.placerNumber': Sending['hl7']['placerNumber']
  'hl7.referenceRange': string
  'hl7.longNames': Sending['hl7']['longNames']
  'sftp.host': string
  'sftp.port': string
  'sftp.user': string
  'sftp.folder': string
  'sftp.hostKey': string
  'mail.address': string
  secretKind: (typeof sftpSecretKinds)[number]
  'sftp.secret': string
}

const hl7Texts = [
  'senderOid',
  'facilityOid',
  'receivingApplication',
  'receivingApplicationOid',
  'receivingFacility',
  'receivingFacilityOid',
  'referenceRange',
] as const

/** What an authority decides in HL7 that is one of two. */
const hl7Choices = {
  receiverIds: ['oid', 'own'],
  placerNumber: ['none', 'filler'],
  longNames: ['whole', 'cut'],
} as const
const hl7ChoiceNames = ['receiverIds', 'placerNumber', 'longNames'] as const

function SendingFields({ rule: { id, format, way }, sending }: { rule: NotificationRule; sending: Sending }) {
  const t = useT()
  const goOn = useGoOn()
  const edit = useEdit({
    item: sending,
    schema: sendingForm,
    valuesOf: (item: Sending) => valuesOf(item),
    fields: describedFields(t),
    labels: labelsOf(t),
    failed: 'notificationReports:sending.failed',
    read: (typed) => read(typed, way),
    ...useChangeSending(id),
    updated: 'notificationReports:sending.updated',
    onDone: () => goOn(inPlace(paths.notificationRule(id))),
  })
  const { errors, set, field } = edit.form
  return (
    <EditForm edit={edit} label={t('shell:page.notificationSending')} submit={t('notificationReports:sending.submit')}>
      <EditField edit={edit} name="everyMinutes">
        <SelectField
          {...field('everyMinutes')}
          label={t('notificationReports:sending.every')}
          help={t('notificationReports:sending.everyHelp')}
          options={(['never', '15', '60', '1440'] as const).map((value) => ({
            value,
            label: t(`notificationReports:sending.every.${value}`),
          }))}
          onChange={(every) => set('everyMinutes', every)}
        />
      </EditField>
      {format === 'csv' && (
        <EditField edit={edit} name="columns">
          <TextAreaField
            {...field('columns')}
            error={errors.columns}
            label={t('notificationReports:sending.columns')}
            help={t('notificationReports:sending.columnsHelp', { fields: columnFields.join(', ') })}
            rows={12}
            translate="no"
          />
        </EditField>
      )}
      {format === 'hl7' && (
        <>
          <EditField edit={edit} name="hl7.processing">
            <SelectField
              {...field('hl7.processing')}
              label={t('notificationReports:sending.hl7.processing')}
              options={(['P', 'T', 'D'] as const).map((value) => ({
                value,
                label: t(`notificationReports:sending.hl7.processing.${value}`),
              }))}
              onChange={(value) => set('hl7.processing', value as Typed['hl7.processing'])}
            />
          </EditField>
          {hl7Texts.map((name) => (
            <EditField key={name} edit={edit} name={`hl7.${name}`}>
              <TextField
                {...field(`hl7.${name}`)}
                label={t(`notificationReports:sending.hl7.${name}`)}
                autoComplete="off"
              />
            </EditField>
          ))}
          <EditField edit={edit} name="hl7.resultSystem">
            <SelectField
              {...field('hl7.resultSystem')}
              label={t('notificationReports:sending.hl7.resultSystem')}
              options={(['SCT', 'SNM'] as const).map((value) => ({ value, label: value }))}
              onChange={(value) => set('hl7.resultSystem', value as Typed['hl7.resultSystem'])}
            />
          </EditField>
          <EditField edit={edit} name="hl7.county">
            <SelectField
              {...field('hl7.county')}
              label={t('notificationReports:sending.hl7.county')}
              options={(['fips', 'name'] as const).map((value) => ({
                value,
                label: t(`notificationReports:sending.hl7.county.${value}`),
              }))}
              onChange={(value) => set('hl7.county', value as Typed['hl7.county'])}
            />
          </EditField>
          {hl7ChoiceNames.map((name) => (
            <EditField key={name} edit={edit} name={`hl7.${name}`}>
              <SelectField
                {...field(`hl7.${name}`)}
                label={t(`notificationReports:sending.hl7.${name}`)}
                options={hl7Choices[name].map((value) => ({
                  value,
                  label: t(`notificationReports:sending.hl7.${name}.${value}` as PhraseKey),
                }))}
                // Its options are those of the field.
                onChange={(value) => set(`hl7.${name}`, value as never)}
              />
            </EditField>
          ))}
        </>
      )}
      {way === 'mail' && (
        <>
          <Alert tone="notice">{t('notificationReports:sending.mailWarning')}</Alert>
          <EditField edit={edit} name="mail.address">
            <TextField
              {...field('mail.address')}
              type="email"
              label={labelsOf(t)['mail.address']}
              help={t('notificationReports:sending.mailHelp')}
              autoComplete="off"
            />
          </EditField>
        </>
      )}
      {way === 'sftp' && (
        <>
          <EditField edit={edit} name="sftp.host">
            <TextField {...field('sftp.host')} label={labelsOf(t)['sftp.host']} autoComplete="off" />
          </EditField>
          <EditField edit={edit} name="sftp.port">
            <TextField {...field('sftp.port')} label={labelsOf(t)['sftp.port']} inputMode="numeric" />
          </EditField>
          <EditField edit={edit} name="sftp.user">
            <TextField {...field('sftp.user')} label={labelsOf(t)['sftp.user']} autoComplete="off" />
          </EditField>
          <EditField edit={edit} name="sftp.folder">
            <TextField {...field('sftp.folder')} label={labelsOf(t)['sftp.folder']} autoComplete="off" />
          </EditField>
          <EditField edit={edit} name="sftp.hostKey">
            <TextField
              {...field('sftp.hostKey')}
              label={labelsOf(t)['sftp.hostKey']}
              help={t('notificationReports:sending.hostKeyHelp')}
              autoComplete="off"
            />
          </EditField>
          <EditField edit={edit} name="secretKind">
            <>
              <SelectField
                {...field('secretKind')}
                label={t('notificationReports:sending.secretKind')}
                options={sftpSecretKinds.map((value) => ({
                  value,
                  label: t(`notificationReports:sending.secret.${value}`),
                }))}
                onChange={(value) => set('secretKind', value as Typed['secretKind'])}
              />
              <TextAreaField
                {...field('sftp.secret')}
                error={errors['sftp.secret']}
                label={labelsOf(t)['sftp.secret']}
                help={t(
                  sending.sftp === null
                    ? 'notificationReports:sending.secretHelp'
                    : 'notificationReports:sending.secretKept',
                )}
                autoComplete="off"
                rows={4}
                translate="no"
              />
            </>
          </EditField>
        </>
      )}
    </EditForm>
  )
}

/** How each field is called and said where a colleague changed it, too. What is typed as a secret is never said. */
function describedFields(t: Translate) {
  const labels = labelsOf(t)
  const hl7 = (name: (typeof hl7Texts)[number]) => ({ label: t(`notificationReports:sending.hl7.${name}`) })
  return {
    columns: { label: labels.columns },
    everyMinutes: {
      label: t('notificationReports:sending.every'),
      inWords: ({ everyMinutes }: Typed) =>
        everyMinutes in everyWords ? t(everyWords[everyMinutes as keyof typeof everyWords]) : everyMinutes,
    },
    'hl7.processing': {
      label: t('notificationReports:sending.hl7.processing'),
      inWords: (typed: Typed) => t(`notificationReports:sending.hl7.processing.${typed['hl7.processing']}`),
    },
    'hl7.senderOid': hl7('senderOid'),
    'hl7.facilityOid': hl7('facilityOid'),
    'hl7.receivingApplication': hl7('receivingApplication'),
    'hl7.receivingApplicationOid': hl7('receivingApplicationOid'),
    'hl7.receivingFacility': hl7('receivingFacility'),
    'hl7.receivingFacilityOid': hl7('receivingFacilityOid'),
    'hl7.resultSystem': { label: t('notificationReports:sending.hl7.resultSystem') },
    'hl7.county': {
      label: t('notificationReports:sending.hl7.county'),
      inWords: (typed: Typed) => t(`notificationReports:sending.hl7.county.${typed['hl7.county']}`),
    },
    'hl7.receiverIds': {
      label: t('notificationReports:sending.hl7.receiverIds'),
      inWords: (typed: Typed) => t(`notificationReports:sending.hl7.receiverIds.${typed['hl7.receiverIds']}`),
    },
    'hl7.placerNumber': {
      label: t('notificationReports:sending.hl7.placerNumber'),
      inWords: (typed: Typed) => t(`notificationReports:sending.hl7.placerNumber.${typed['hl7.placerNumber']}`),
    },
    'hl7.referenceRange': hl7('referenceRange'),
    'hl7.longNames': {
      label: t('notificationReports:sending.hl7.longNames'),
      inWords: (typed: Typed) => t(`notificationReports:sending.hl7.longNames.${typed['hl7.longNames']}`),
    },
    'sftp.host': { label: labels['sftp.host'] },
    'sftp.port': { label: labels['sftp.port'] },
    'sftp.user': { label: labels['sftp.user'] },
    'sftp.folder': { label: labels['sftp.folder'] },
    'sftp.hostKey': { label: labels['sftp.hostKey'] },
    'mail.address': { label: labels['mail.address'] },
    secretKind: {
      label: t('notificationReports:sending.secretKind'),
      inWords: ({ secretKind }: Typed) => t(`notificationReports:sending.secret.${secretKind}`),
    },
    'sftp.secret': { partOf: 'secretKind' },
  } as const
}

const everyWords = {
  never: 'notificationReports:sending.every.never',
  15: 'notificationReports:sending.every.15',
  60: 'notificationReports:sending.every.60',
  1440: 'notificationReports:sending.every.1440',
} as const

function labelsOf(t: Translate) {
  return {
    columns: t('notificationReports:sending.columns'),
    'sftp.host': t('notificationReports:sending.host'),
    'sftp.port': t('notificationReports:sending.port'),
    'sftp.user': t('notificationReports:sending.user'),
    'sftp.folder': t('notificationReports:sending.folder'),
    'sftp.hostKey': t('notificationReports:sending.hostKey'),
    'mail.address': t('notificationReports:sending.mailbox'),
    'sftp.secret': t('notificationReports:sending.secret'),
  }
}

function valuesOf({ columns, everyMinutes, hl7, sftp, mail }: Sending): Typed {
  return {
    columns: columns.map(({ header, field }) => `${header} = ${field}`).join('\n'),
    everyMinutes: everyMinutes === null ? 'never' : String(everyMinutes),
    'hl7.processing': hl7.processing,
    'hl7.senderOid': hl7.senderOid ?? '',
    'hl7.facilityOid': hl7.facilityOid ?? '',
    'hl7.receivingApplication': hl7.receivingApplication ?? '',
    'hl7.receivingApplicationOid': hl7.receivingApplicationOid ?? '',
    'hl7.receivingFacility': hl7.receivingFacility ?? '',
    'hl7.receivingFacilityOid': hl7.receivingFacilityOid ?? '',
    'hl7.resultSystem': hl7.resultSystem,
    'hl7.county': hl7.county,
    'hl7.receiverIds': hl7.receiverIds,
    'hl7.placerNumber': hl7.placerNumber,
    'hl7.referenceRange': hl7.referenceRange ?? '',
    'hl7.longNames': hl7.longNames,
    'sftp.host': sftp?.host ?? '',
    'sftp.port': String(sftp?.port ?? 22),
    'sftp.user': sftp?.user ?? '',
    'sftp.folder': sftp?.folder ?? '.',
    'sftp.hostKey': sftp?.hostKey ?? '',
    'mail.address': mail?.address ?? '',
    secretKind: sftp?.secretKind ?? 'password',
    'sftp.secret': '',
  }
}

/** Reads what was typed. Settings of another way stay as they are, as far as they can without their secret. */
function read(values: Typed, way: NotificationWay): { candidate: unknown; errors: FieldErrors } {
  const columns = readColumns(values.columns)
  const secret = way === 'sftp' ? values['sftp.secret'] : ''
  const hasSftp = way === 'sftp' || values['sftp.host'] !== ''
  const hasMail = way === 'mail' || values['mail.address'] !== ''
  return {
    candidate: {
      columns: columns ?? [],
      everyMinutes: values.everyMinutes === 'never' ? null : Number(values.everyMinutes),
      hl7: {
        processing: values['hl7.processing'],
        resultSystem: values['hl7.resultSystem'],
        county: values['hl7.county'],
        receiverIds: values['hl7.receiverIds'],
        placerNumber: values['hl7.placerNumber'],
        longNames: values['hl7.longNames'],
        ...Object.fromEntries(hl7Texts.map((name) => [name, values[`hl7.${name}`]])),
      },
      mail: hasMail ? { address: values['mail.address'] } : null,
      sftp: hasSftp
        ? {
            host: values['sftp.host'],
            port: Number(values['sftp.port']),
            user: values['sftp.user'],
            folder: values['sftp.folder'],
            hostKey: values['sftp.hostKey'],
            secret: secret.trim() === '' ? null : { kind: values.secretKind, value: secret },
          }
        : null,
    },
    errors: columns === undefined ? { columns: say('notificationReports:sending.columnsWrong') } : {},
  }
}

/** Reads a column from each line, such as `Surname = lastName`. Undefined if a line is none. */
function readColumns(text: string): ReportColumn[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const columns = lines.flatMap((line) => {
    const at = line.lastIndexOf('=')
    const field = columnFields.find((one) => one === line.slice(at + 1).trim())
    const header = line.slice(0, Math.max(at, 0)).trim()
    return field === undefined || header === '' ? [] : [{ header, field }]
  })
  return columns.length === lines.length && columns.length > 0 ? columns : undefined
}
