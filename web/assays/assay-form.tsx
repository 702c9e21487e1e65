import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Assay } from '../../contract/assays/assay.ts'
import { assayForm } from '../../contract/assays/endpoints.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useEdit } from '../editing/use-edit.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { useNew } from '../editing/use-new.ts'
import { inPlace, paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { localeFacts, locales } from '../../contract/locales.ts'
import { AssayFields } from './assay-fields.tsx'
import { useChangeAssay, useCreateAssay } from './assay-queries.ts'
import { assayQuery } from './queries.ts'
import { meaningsInWords, organisationMeaningsInWords } from './meanings-field.tsx'
import { newAssay, readAssay, rowsInWords, typedAssay } from './typed-assay.ts'

export function NewAssay() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/assays' })
  const adding = useNew({
    schema: assayForm,
    initial: newAssay,
    failed: 'assayForm:failed',
    read: readAssay,
    send: useCreateAssay(),
    created: 'assays:created',
    page: ({ id, name }) => paths.assay(id, { ...search, crumb: name }),
  })
  return (
    <FormPanel title={t('shell:page.newAssay')} below={paths.assays(search)}>
      <NewForm {...adding} label={t('shell:page.newAssay')} submit={t('assayForm:form.submit')}>
        <AssayFields form={adding.form} field={(_, control) => control} isDefaultNow={false} isRetired={false} />
      </NewForm>
    </FormPanel>
  )
}

export function EditAssay() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/assays/$id/edit' })
  const search = useSearch({ from: '/logged-in/assays' })
  // An edit must start from the latest version, so the assay is loaded again.
  const assay = useQuery({ ...assayQuery(id), staleTime: 0 })
  const isOfCatalogue = useHolder().userType === 'unlimited'
  return (
    <EditPanel
      title={t('shell:page.editAssay')}
      intro={t(isOfCatalogue ? 'assayForm:catalogue.editIntro' : 'assayForm:edit.intro')}
      below={paths.assay(id, search)}
      query={assay}
      rows={6}
      list={paths.assays(search)}
    >
      {(stored) => <EditFields assay={stored} />}
    </EditPanel>
  )
}

function EditFields({ assay }: { assay: Assay }) {
  const t = useT()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/assays' })
  const { id } = assay
  const yesOrNo = (is: boolean) => t(is ? 'lists:yes' : 'lists:no')
  const edit = useEdit({
    item: assay,
    schema: assayForm,
    valuesOf: (item: Assay) => typedAssay(item),
    fields: {
      name: { label: t('fields:name') },
      manufacturer: { label: t('fields:manufacturer') },
      model: { label: t('fields:model') },
      gtin: { label: t('fields:gtin') },
      readFromMinutes: { label: t('fields:readFromMinutes') },
      readUntilMinutes: { label: t('fields:readUntilMinutes') },
      analytes: { label: t('assayForm:form.analytes'), inWords: ({ analytes }) => rowsInWords(analytes) },
      specimens: { label: t('fields:specimens'), inWords: ({ specimens }) => rowsInWords(specimens) },
      offeredResults: {
        label: t('fields:offeredResults'),
        inWords: ({ offeredResults }) => offeredResults.map((result) => t(`results:${result}`)).join(', '),
      },
      imageRequired: { label: t('fields:imageRequired'), inWords: ({ imageRequired }) => yesOrNo(imageRequired) },
      requiresTimer: { label: t('fields:requiresTimer'), inWords: ({ requiresTimer }) => yesOrNo(requiresTimer) },
      twoReaders: { label: t('fields:twoReaders'), inWords: ({ twoReaders }) => yesOrNo(twoReaders) },
      instructions: {
        label: t('fields:instructions'),
        inWords: ({ instructions }) =>
          locales
            .filter((locale) => instructions[locale] !== '')
            .map((locale) => `${localeFacts[locale].name}: ${instructions[locale]}`)
            .join('\n'),
      },
      meanings: { label: t('fields:meanings'), inWords: ({ meanings }) => meaningsInWords(meanings, t) },
      organisationMeanings: {
        label: t('fields:organisationMeanings'),
        inWords: ({ organisationMeanings }) => organisationMeaningsInWords(organisationMeanings, t),
      },
      pictures: {
        label: t('assayForm:form.pictures'),
        inWords: ({ pictures }) =>
          pictures
            .map(({ words }, at) => `${at + 1}. ${locales.flatMap((locale) => words[locale] || []).join(' · ')}`)
            .join('\n'),
      },
      organisationIds: {
        label: t('assayForm:form.organisations'),
        inWords: ({ organisationIds }) =>
          organisationIds?.map(({ name }) => name).join(', ') ?? t('lists:filter.anyOrganisation'),
      },
      isDefault: { label: t('assayForm:form.isDefault'), inWords: ({ isDefault }) => yesOrNo(isDefault) },
    },
    failed: 'assayForm:failed',
    read: readAssay,
    ...useChangeAssay(id),
    updated: 'assays:updated',
    onDone: () => goOn(inPlace(paths.assay(id, search))),
  })
  return (
    <EditForm edit={edit} label={t('shell:page.editAssay')} submit={t('places:save')}>
      <AssayFields
        form={edit.form}
        field={(name, control) => (
          <EditField edit={edit} name={name}>
            {control}
          </EditField>
        )}
        isDefaultNow={assay.isDefault}
        isRetired={assay.status === 'retired'}
      />
    </EditForm>
  )
}
