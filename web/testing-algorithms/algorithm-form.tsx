import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { testingAlgorithmForm, type TestingAlgorithm } from '../../contract/testing-algorithms/algorithm.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useEdit } from '../editing/use-edit.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { useNew } from '../editing/use-new.ts'
import { inPlace, paths } from '../paths.ts'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import { AlgorithmFields } from './algorithm-fields.tsx'
import { useChangeAlgorithm, useCreateAlgorithm } from './algorithm-queries.ts'
import { testingAlgorithmQuery } from './queries.ts'
import { newTypedAlgorithm, readAlgorithm, typedAlgorithm, type TypedAlgorithm } from './typed-algorithm.ts'

export function NewTestingAlgorithm() {
  const t = useT()
  const { kind } = useSubjectSettings()
  const [initial] = useState(newTypedAlgorithm)
  const adding = useNew({
    schema: testingAlgorithmForm,
    initial,
    failed: 'testingAlgorithms:form.failed',
    read: readAlgorithm,
    send: useCreateAlgorithm(),
    created: 'testingAlgorithms:created',
    page: ({ id }) => paths.testingAlgorithm(id),
  })
  return (
    <FormPanel
      title={t('shell:page.newTestingAlgorithm')}
      intro={t(kind === 'human' ? 'testingAlgorithms:form.intro' : 'testingAlgorithms:form.introOther')}
      below={paths.testingAlgorithms()}
    >
      <NewForm {...adding} label={t('shell:page.newTestingAlgorithm')} submit={t('testingAlgorithms:form.submit')}>
        <AlgorithmFields form={adding.form} field={(_, control) => control} kept={[]} />
      </NewForm>
    </FormPanel>
  )
}

export function EditTestingAlgorithm() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/testing-algorithms/$id/edit' })
  // An edit must start from the latest version, so the algorithm is loaded again.
  const algorithm = useQuery({ ...testingAlgorithmQuery(id), staleTime: 0 })
  return (
    <EditPanel
      title={t('shell:page.editTestingAlgorithm')}
      intro={t('testingAlgorithms:form.editIntro')}
      below={paths.testingAlgorithm(id)}
      query={algorithm}
      rows={8}
      list={paths.testingAlgorithms()}
    >
      {(stored) => <EditFields algorithm={stored} />}
    </EditPanel>
  )
}

function EditFields({ algorithm }: { algorithm: TestingAlgorithm }) {
  const t = useT()
  const goOn = useGoOn()
  const { id } = algorithm
  const edit = useEdit({
    item: algorithm,
    schema: testingAlgorithmForm,
    valuesOf: (item: TestingAlgorithm): TypedAlgorithm => typedAlgorithm(item),
    fields: {
      name: { label: t('testingAlgorithms:form.name') },
      steps: {
        label: t('testingAlgorithms:form.steps'),
        inWords: ({ steps, outcomes }) =>
          [...steps.map(({ name }) => name), ...outcomes.map(({ name }) => name)].join(', '),
      },
      // Ways lead to outcomes, so both come from one person.
      outcomes: { partOf: 'steps' },
    },
    failed: 'testingAlgorithms:form.failed',
    read: readAlgorithm,
    ...useChangeAlgorithm(id),
    updated: 'testingAlgorithms:updated',
    onDone: () => goOn(inPlace(paths.testingAlgorithm(id))),
  })
  return (
    <EditForm edit={edit} label={t('shell:page.editTestingAlgorithm')} submit={t('testingAlgorithms:form.save')}>
      <AlgorithmFields
        form={edit.form}
        field={(name, control) =>
          name === 'outcomes' ? (
            control
          ) : (
            <EditField edit={edit} name={name}>
              {control}
            </EditField>
          )
        }
        kept={algorithm.assays}
      />
    </EditForm>
  )
}
