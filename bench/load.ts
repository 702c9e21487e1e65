import { openCluster } from './cluster.ts'
import { type DatabaseName, databaseOf, databases } from './fixture.ts'
import { load } from './loading.ts'

const wanted = process.argv.slice(2)
const chosen = (Object.keys(databases) as DatabaseName[]).filter((name) => wanted.length === 0 || wanted.includes(name))
const cluster = await openCluster()
try {
  for (const name of chosen) await load(name, cluster.urlOf('lateral'), cluster.urlOf(databaseOf(name)))
} finally {
  await cluster.close()
}
