import type { Preferences } from '../../contract/tenants/preferences.ts'
import styles from './brand-logo.module.css'

interface Props {
  logos: Preferences['logos']
  /** The square icon is enough where there is little room; else the logo, as wide as it is. */
  isSmall?: boolean
}

/** A tenant's logo beside its name, the one for a dark page where the page is dark; nothing where the tenant has none. */
export function BrandLogo({ logos, isSmall = false }: Props) {
  if (isSmall && logos.icon !== null) return <img src={logos.icon} alt="" className={styles.logo} />
  const light = logos.light ?? logos.icon
  if (light === null) return null
  if (logos.dark === null) return <img src={light} alt="" className={styles.logo} />
  return (
    <>
      <img src={light} alt="" className={styles.logo} data-on="light" />
      <img src={logos.dark} alt="" className={styles.logo} data-on="dark" />
    </>
  )
}
