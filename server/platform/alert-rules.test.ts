import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { metricNames } from '../../tests/server/metrics-of.ts'
import { startTestApp } from '../../tests/server/test-app.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const rules = read('deploy/prometheus-alerts.yml')
const docs = read('docs/running.md')
/** Roles of the database, which are named like metrics. */
const roles = ['lateral_owner', 'lateral_server']
const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)

it('every alert has a test, and a section of the documentation that says what to do', () => {
  const tests = read('deploy/prometheus-alerts.test.yml')
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !tests.includes(`alertname="${name}"`))).toEqual([])
  const anchors = [...docs.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  const runbooks = [...rules.matchAll(/runbook: docs\/running\.md#(\S+)/g)].map(([, anchor = '']) => anchor)
  expect(runbooks).toHaveLength(names.length)
  expect(runbooks.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})

it('alerts, dashboard and documentation name metrics that exist, and the documentation names all of ours', async () => {
  const test = await startTestApp()
  const known = metricNames((await test.app.inject('/metrics')).body)
  await test.close()
  const unknownIn = (file: string) => {
    const named = read(file).match(/\b(lateral_[a-z_]+[a-z]|http_request_[a-z_]+)\b/g) ?? []
    return [...new Set(named)].filter((name) => !known.has(name) && !roles.includes(name))
  }
  for (const file of ['deploy/prometheus-alerts.yml', 'deploy/grafana-dashboard.json', 'docs/running.md']) {
    expect([file, unknownIn(file)]).toEqual([file, []])
  }
  const own = [...known].filter((name) => /^(lateral|http)_/.test(name) && !/_(bucket|sum|count)$/.test(name))
  expect(own.filter((name) => !docs.includes(`\`${name}\``))).toEqual([])
})
