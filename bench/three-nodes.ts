import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Change, configured, portsOf } from './haproxy.ts'
import { Link } from './links.ts'
import { takePort } from './processes.ts'
import { SmallDisk } from './small-disk.ts'

const root = path.resolve(import.meta.dirname, '..')
/** A cluster that has not become whole by then does not become so any more, in milliseconds. */
const wholeMs = 600_000

/** A PostgreSQL under its Patroni, both behind links of their own. */
interface Node {
  name: string
  folder: string
  /** The ports of the programs themselves, and of the links that lead to them. */
  ports: { postgres: number; api: number; postgresLink: number; apiLink: number; etcdLink: number }
  links: Link[]
  /** The disk of its own on which it lies, if it has one. */
  disk: SmallDisk | undefined
  patroni: ChildProcess
}

interface Options {
  /** Leads all traffic of a node through links of the bench, which cost processor time. */
  canBeCut?: boolean
  /** Puts each node on a disk of so many MiB of its own. */
  diskMebibytes?: number
}

interface Member {
  name: string
  role: string
  state: string
}

/** Three nodes with the settings of `deploy/`, one etcd, and HAProxy in front of the leader and of Lateral. */
export class ThreeNodes {
  readonly nodes: Node[] = []
  readonly password = randomBytes(16).toString('hex')
  readonly versions = programs()
  readonly appPort = takePort()
  readonly processPorts = [takePort(), takePort()]
  /** Where HAProxy leads to PostgreSQL's leader, and where it tells of the two processes. */
  readonly leaderPort = takePort()
  readonly statePort = takePort()
  readonly #etcdPort = takePort()
  readonly #options: Options
  readonly #children = new Set<ChildProcess>()
  #work = ''

  constructor(options: Options = {}) {
    this.#options = options
  }

  /** The owner's URL of Lateral's database, on whichever node leads. */
  get databaseUrl(): string {
    return this.urlOf('lateral', this.leaderPort)
  }

  /** The owner's URL of a database at a port that leads to the nodes. */
  urlOf(database: string, port: number): string {
    return `postgres://lateral_owner:${this.password}@127.0.0.1:${port}/${database}`
  }

  async start(): Promise<void> {
    process.once('exit', () => {
      this.#killAll()
      this.#unmount()
    })
    this.#work = await mkdtemp(path.join(tmpdir(), 'lateral-nodes-'))
    await chmod(this.#work, 0o711)
    await this.#startEtcd()
    for (const name of ['node1', 'node2', 'node3']) {
      const { diskMebibytes: size } = this.#options
      const disk = size === undefined ? undefined : SmallDisk.mount(await this.#folder(name), size)
      const folder = await this.#folder(name)
      const [ports, links] = await this.#placeNode()
      const node = { name, folder, ports, links, disk }
      this.nodes.push({ ...node, patroni: this.#startPatroni(node) })
    }
    await this.#startProxy()
    await this.#makeDatabase()
    await this.whole()
  }

  /** Waits until one node leads, another confirms each commit, and the third follows. Throws after so many milliseconds. */
  async whole(limitMs = wholeMs): Promise<void> {
    const isWhole = async () => {
      const roles = (await this.#members())
        .filter(({ state }) => state === 'running' || state === 'streaming')
        .map(({ role }) => role)
        .toSorted()
      return roles.join() === 'leader,replica,sync_standby'
    }
    await until('the three nodes', isWhole, limitMs)
  }

  async leader(): Promise<Node> {
    return await this.#nodeWith('leader')
  }

  /** Returns the replica that confirms each commit. */
  async confirming(): Promise<Node> {
    return await this.#nodeWith('sync_standby')
  }

  /** Connects to a database on the leader as the superuser, whom row-level security does not bind. */
  async asSuperuser<T>(work: (superuser: Client) => Promise<T>, database = 'postgres'): Promise<T> {
    const client = new Client(`postgres://postgres:${this.password}@127.0.0.1:${this.leaderPort}/${database}`)
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  killPostgres(node: Node): void {
    const [postmaster] = this.#postgresOf(node)
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
  }

  killAll(node: Node): void {
    node.patroni.kill('SIGKILL')
    for (const pid of this.#postgresOf(node)) kill(pid)
  }

  restart(node: Node): void {
    node.patroni = this.#startPatroni(node)
  }

  /** Stops every process of a node where it is, or lets them go on. */
  freeze(node: Node, signal: 'SIGSTOP' | 'SIGCONT'): void {
    node.patroni.kill(signal)
    for (const pid of this.#postgresOf(node)) process.kill(pid, signal)
  }

  async switchOver(node: Node): Promise<void> {
    await tellPatroni(node, 'switchover', { leader: node.name })
  }

  /** Makes a node anew from the leader, as an administrator does with one that does not come back by itself. */
  async makeAnew(node: Node): Promise<void> {
    await tellPatroni(node, 'reinitialize', { force: true })
  }

  /** Stops everything. With `keepsLogs` the folder stays, and is named. */
  async stop({ keepsLogs }: { keepsLogs: boolean }): Promise<void> {
    for (const node of this.nodes) {
      for (const link of node.links) link.mend()
      node.patroni.kill('SIGTERM')
    }
    await Promise.all(this.nodes.map(({ patroni }) => ended(patroni, 20_000)))
    this.#killAll()
    for (const { links } of this.nodes) for (const link of links) link.close()
    this.#unmount()
    if (keepsLogs) process.stderr.write(`The logs are in ${this.#work}\n`)
    else await rm(this.#work, { recursive: true, force: true })
  }

  /** The postmaster and its processes. */
  #postgresOf({ folder }: Pick<Node, 'folder'>): number[] {
    const file = path.join(folder, 'data/postmaster.pid')
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN
    if (!Number.isInteger(postmaster) || !existsSync(`/proc/${postmaster}`)) return []
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    return [postmaster, ...children.map(Number)]
  }

  async #nodeWith(role: string): Promise<Node> {
    const name = (await this.#members()).find((member) => member.role === role)?.name
    const found = this.nodes.find((node) => node.name === name)
    if (found === undefined) throw new Error(`No node is ${role}`)
    return found
  }

  /** Chooses the ports of a node, and opens the links between them. */
  async #placeNode(): Promise<[ports: Node['ports'], links: Link[]]> {
    const [postgres, api] = [takePort(), takePort()]
    if (this.#options.canBeCut === false) {
      return [{ postgres, api, postgresLink: postgres, apiLink: api, etcdLink: this.#etcdPort }, []]
    }
    const [postgresLink, apiLink, etcdLink] = [takePort(), takePort(), takePort()]
    const links = await Promise.all([
      Link.open(postgresLink, postgres),
      Link.open(apiLink, api),
      Link.open(etcdLink, this.#etcdPort),
    ])
    return [{ postgres, api, postgresLink, apiLink, etcdLink }, links]
  }

  async #startEtcd(): Promise<void> {
    const folder = await this.#folder('etcd')
    const client = `http://127.0.0.1:${this.#etcdPort}`
    const peer = `http://127.0.0.1:${takePort()}`
    const args = ['--name', 'lateral', '--data-dir', folder, '--listen-client-urls', client]
    args.push('--advertise-client-urls', client, '--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer)
    args.push('--initial-cluster', `lateral=${peer}`, ...(this.versions.dcs === 'etcd' ? ['--enable-v2=true'] : []))
    this.#run('etcd', 'etcd', args, {})
    await until('etcd', async () => (await fetch(`${client}/health`)).ok)
  }

  #startPatroni({ name, folder, ports }: Pick<Node, 'name' | 'folder' | 'ports'>): ChildProcess {
    const own = {
      [`PATRONI_${this.versions.dcs.toUpperCase()}_HOSTS`]: `127.0.0.1:${ports.etcdLink}`,
      // Otherwise Patroni asks etcd for its own address, which no link leads to.
      [`PATRONI_${this.versions.dcs.toUpperCase()}_USE_PROXIES`]: 'true',
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${ports.api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${ports.apiLink}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${ports.postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${ports.postgresLink}`,
      PATRONI_POSTGRESQL_DATA_DIR: path.join(folder, 'data'),
      PATRONI_POSTGRESQL_PGPASS: path.join(folder, 'pgpass'),
      PATRONI_POSTGRESQL_BIN_DIR: this.versions.postgres,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: this.password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: this.password,
    }
    return this.#run(name, 'patroni', [path.join(root, 'deploy/patroni.yml')], own)
  }

  /** Starts HAProxy with both configurations of `deploy/`, on ports of the bench. */
  async #startProxy(): Promise<void> {
    const changes: Record<string, Change[]> = {
      'haproxy.cfg': portsOf(this.appPort, this.statePort, this.processPorts),
      'haproxy-database.cfg': [
        ['bind 127.0.0.1:5000', `bind 127.0.0.1:${this.leaderPort}`],
        ...this.nodes.map(({ ports }, index): Change => [
          `127.0.0.1:543${index + 1} port 800${index + 1}`,
          `127.0.0.1:${ports.postgresLink} port ${ports.apiLink}`,
        ]),
      ],
    }
    const args = ['-db']
    for (const [name, own] of Object.entries(changes)) {
      await writeFile(path.join(this.#work, name), await configured(name, own))
      args.push('-f', path.join(this.#work, name))
    }
    this.#run('haproxy', 'haproxy', args, {}, { asItself: true })
  }

  async #makeDatabase(): Promise<void> {
    const run = (statement: string) => this.asSuperuser((superuser) => superuser.query(statement))
    await until('the leader', async () => (await run('create role lateral_owner_reader bypassrls'), true))
    await run(`create role lateral_owner login createrole password '${this.password}'`)
    // Since PostgreSQL 16, who may create roles may not change one that another made.
    await run('grant lateral_owner_reader to lateral_owner with admin option')
    await run('create database "lateral" owner lateral_owner')
  }

  async #members(): Promise<Member[]> {
    for (const { ports } of this.nodes) {
      const reply = await fetch(`http://127.0.0.1:${ports.api}/cluster`, { signal: AbortSignal.timeout(2000) })
        .then(async (response) => (await response.json()) as { members: Member[] })
        .catch(() => undefined)
      // A node that is cut off tells an old story.
      if (reply?.members.some(({ role }) => role === 'leader')) return reply.members
    }
    return []
  }

  async #folder(name: string): Promise<string> {
    const folder = path.join(this.#work, name)
    await mkdir(folder, { mode: 0o700, recursive: true })
    if (this.versions.user !== undefined) chownSync(folder, this.versions.user.uid, this.versions.user.gid)
    return folder
  }

  /** Starts a program, as the user of the nodes when the bench runs as root. */
  #run(name: string, command: string, args: string[], env: Record<string, string>, { asItself = false } = {}) {
    const log = openSync(path.join(this.#work, `${name}.log`), 'a')
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      ...(asItself ? {} : this.versions.user),
    })
    child.once('error', (error) => process.stderr.write(`${command}: ${error.message}\n`))
    this.#children.add(child)
    child.once('exit', () => this.#children.delete(child))
    return child
  }

  #unmount(): void {
    for (const node of this.nodes) {
      node.disk?.unmount()
      node.disk = undefined
    }
  }

  #killAll(): void {
    for (const node of this.nodes) {
      for (const pid of this.#postgresOf(node)) kill(pid)
    }
    for (const child of this.#children) child.kill('SIGKILL')
  }
}

/**
 * Finds the programs of Debian. Throws for Patroni before 3.0.3 with etcd3, which lets a leader that was frozen take the
 * lock back, so that acknowledged records vanish (patroni#2689).
 */
function programs() {
  const version = (command: string, flag = '--version') =>
    /\d+\.\d+(\.\d+)?/.exec(execFileSync(command, [flag], { encoding: 'utf8' }))?.[0] ?? ''
  const patroni = version('patroni')
  const [major = 0, minor = 0, patch = 0] = patroni.split('.').map(Number)
  const isRepaired = major * 10_000 + minor * 100 + patch >= 30_003
  const dcs = process.env.DCS ?? (isRepaired ? 'etcd3' : 'etcd')
  if (dcs === 'etcd3' && !isRepaired) throw new Error(`Patroni ${patroni} loses acknowledged records with etcd3`)
  const installed = readdirSync('/usr/lib/postgresql').map(Number)
  const postgres = process.env.POSTGRES_BIN ?? `/usr/lib/postgresql/${Math.max(...installed)}/bin`
  // PostgreSQL refuses to run as root.
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, process.env.NODES_USER ?? 'postgres'], { encoding: 'utf8' }))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  return { dcs, patroni, etcd: version('etcd'), haproxy: version('haproxy', '-v'), postgres, user }
}

async function tellPatroni({ ports }: Node, what: string, body: object): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${ports.api}/${what}`, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${what} answered ${reply.status}: ${await reply.text()}`)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function parentOf(pid: string): number | undefined {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

async function ended(child: ChildProcess, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) await sleep(50)
}

async function until(what: string, condition: () => Promise<boolean>, limitMs = wholeMs): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`)
    await sleep(200)
  }
}
