import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { downloadMyData } from '../../contract/own-account/endpoints.ts'
import { request } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { saveFile } from '../ui/save-file.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import * as styles from './own-user-page.module.css'

const fileName = 'my-data.json'

/** Saves all data about the user as one file; an incomplete file is not saved. */
export function DataDownload() {
  const t = useT()
  const download = useMutation({
    mutationFn: async () => {
      const response = await request(downloadMyData, { errors: 'caller' })
      return await response.blob()
    },
    onSuccess: (file) => {
      saveFile(file, fileName)
      showMessage(say('ownAccount:dataSaved', { file: fileName }))
    },
  })
  return (
    <div className={styles.action}>
      {download.isError && <Alert tone="danger">{failureWords(download.error, { failed: 'passwords:failed' })}</Alert>}
      <Button variant="default" isPending={download.isPending} onClick={() => download.mutate()}>
        {!download.isPending && <IconDownload size={18} aria-hidden />}
        <span>{t(download.isPending ? 'ownAccount:dataPreparing' : 'ownAccount:dataSubmit')}</span>
      </Button>
    </div>
  )
}
