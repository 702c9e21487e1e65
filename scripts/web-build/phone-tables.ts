import allPhoneTables from 'libphonenumber-js/max/metadata'
import type { Plugin } from 'vite'
import { ownPhoneTables } from '../../contract/rules/phone-tables.ts'

/** Lets browsers load the tables of telephone numbers of our countries (6 kB), not of every one (39 kB). */
export function fewerPhoneTables(): Plugin {
  let hasFound = false
  return {
    name: 'fewer-phone-tables',
    apply: 'build',
    load: {
      filter: { id: /libphonenumber-js.metadata\.max\.json\.js$/ },
      handler() {
        hasFound = true
        return `export default ${JSON.stringify(ownPhoneTables(allPhoneTables))}`
      },
    },
    buildEnd(error) {
      if (!error && !hasFound)
        this.error('The tables of telephone numbers have another name now: see fewerPhoneTables.')
    },
  }
}
