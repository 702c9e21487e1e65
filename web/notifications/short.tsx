import * as styles from './notifications.module.css'

/** A less important text of a table, on two lines at most. The whole of it is in its tooltip, and on the page of the test. */
export function Short({ words }: { words: string }) {
  return (
    <span className={styles.short} title={words}>
      {words}
    </span>
  )
}
