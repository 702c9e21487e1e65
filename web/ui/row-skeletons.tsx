import * as styles from './row-skeletons.module.css'

/** A placeholder for loading rows, in their shape and number. */
export function RowSkeletons({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" aria-label={label} className={styles.frame}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} aria-hidden>
          <span className={styles.pill} />
          <span className={styles.bar} />
          <span className={styles.bar} />
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  )
}
