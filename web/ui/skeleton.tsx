import styles from './skeleton.module.css'

/** Holds the place of something that loads; `height` in pixels. The place around it says that it is loading. */
export function Skeleton({ height, width }: { height: number; width?: number | string }) {
  return <div className={styles.skeleton} style={{ height, width }} aria-hidden />
}
