import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import type { FileFormat } from '../../contract/listing.ts'
import { Menu } from '../ui/menu.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './file-menu.module.css'

interface Props extends Omit<ComponentProps<typeof Menu>, 'children'> {
  onChoose: (format: FileFormat) => void
  /** What is to be known of the file, with either format. */
  note?: ReactNode
}

/** A button that opens a choice of file formats and explains how each one treats codes and dates. */
export function FileMenu({ onChoose, note, ...menu }: Props) {
  const t = useT()
  const noteId = useId()
  const item = { type: 'button', role: 'menuitem', tabIndex: -1, 'aria-describedby': noteId } as const
  return (
    <Menu {...menu}>
      <button {...item} onClick={() => onChoose('xlsx')}>
        <IconFileSpreadsheet size={20} aria-hidden />
        <span>
          <span className={styles.name}>{t('lists:file.xlsx')}</span>
          <span className={styles.help}>{t('lists:file.xlsxHelp')}</span>
        </span>
      </button>
      <button {...item} onClick={() => onChoose('csv')}>
        <IconFileTypeCsv size={20} aria-hidden />
        <span>
          <span className={styles.name}>{t('lists:file.csv')}</span>
          <span className={styles.help}>{t('lists:file.csvHelp')}</span>
        </span>
      </button>
      <div id={noteId} className={styles.note}>
        {note}
      </div>
    </Menu>
  )
}
