/**
 * Measures importing 100,000 results of 20,000 people: how a file is read, and how its rows become people and records.
 * `BENCH_RESULTS` and `BENCH_PEOPLE` choose other sizes, `BENCH_PARTS` one part alone.
 */
import { measureReading } from './import-reading.ts'
import { measureRunning } from './import-running.ts'

const parts = process.env.BENCH_PARTS?.split(',') ?? ['reading', 'running']
if (parts.includes('reading')) await measureReading()
if (parts.includes('running')) await measureRunning()
