import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../tests/server/export-reader.ts'
import { freePort } from '../../tests/programs/free-port.ts'
import { hasPrometheus, promtool, startPrometheus, type Prometheus } from '../../tests/programs/prometheus.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

const deploy = path.join(import.meta.dirname, '../../deploy')

describe.skipIf(!hasPrometheus)('Prometheus', () => {
  let test: TestApp
  let prometheus: Prometheus | undefined

  beforeAll(async () => {
    test = await startTestApp({ settings: { METRICS_TOKEN: 'a-token-of-24-characters' } })
  })
  afterAll(async () => {
    await prometheus?.stop()
    await test.close()
  })

  it.each([
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'prometheus-alerts.yml'],
    ['test', 'rules', 'prometheus-alerts.test.yml'],
  ])('takes what it is given: promtool %s %s %s', (verb, what, file) => {
    expect(promtool([verb, what, path.join(deploy, file)])).toMatchObject({ code: 0 })
  })

  it('finds nothing to object to in the names and types of the metrics', async () => {
    const { body } = await test.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer a-token-of-24-characters' },
    })
    // The library's own names of Node's metrics break a convention.
    const own = body.split('\n').filter((line) => /\b(lateral|http)_/.test(line))
    expect(promtool(['check', 'metrics'], `${own.join('\n')}\n`)).toEqual({ code: 0, said: '' })
  })

  it('reads two processes, and evaluates the alerts on what they say', async () => {
    const ports = await Promise.all([await test.another(), await test.another()].map(listen))
    const config = readFileSync(path.join(deploy, 'prometheus.yml'), 'utf8')
      .replaceAll('15s', '1s')
      .replace('[127.0.0.1:3001, 127.0.0.1:3002]', JSON.stringify(ports.map((port) => `127.0.0.1:${port}`)))
      .replace('    # authorization:\n    #   credentials_file: /etc/prometheus/lateral-token', token)
    const rules = readFileSync(path.join(deploy, 'prometheus-alerts.yml'), 'utf8')
    await test.query(
      test.theirs,
      `insert into audit_verifications (tenant_id, broken_position, broken_at) values (current_tenant(), 1, now())`,
    )
    prometheus = await startPrometheus(await freePort(), config, { 'prometheus-alerts.yml': rules })
    const { ask } = prometheus
    await expect.poll(() => ask('sum(up{job="lateral"})')).toEqual([{ metric: {}, value: 2 }])
    await expect.poll(() => ask('sum(lateral_database_up)')).toEqual([{ metric: {}, value: 2 }])
    await expect
      .poll(() => ask('count(ALERTS{alertstate="firing"}) by (alertname)'))
      .toEqual([{ metric: { alertname: 'LateralAuditChainBroken' }, value: 1 }])
  })
})

const token = '    authorization: { credentials: a-token-of-24-characters }'
