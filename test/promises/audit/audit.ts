import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { AuditReport } from '@tocsin/contracts/audit.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { startClusterEnv, profileOfRun } from '@tocsin/testing/stage/cluster.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Stage, type Player, type StepOf } from '@tocsin/testing/stage/stage.js';

export const preloaded = (file: string): string => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`;

/** A file that a server reads what goes wrong in it from. */
export class Whim {
  private readonly folder = mkdtempSync(join(tmpdir(), 'tocsin-whim-'));
  readonly file = join(this.folder, 'whim');
  constructor(text = '') {
    this.becomes(text);
  }
  becomes(text: string): void {
    writeFileSync(this.file, text);
  }
  forget(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** One server for all that the auditor promises: Ana is paged, Bo five minutes later, unless the step that names him fails. */
export class Company {
  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
    private readonly failing: Whim,
  ) {}

  static async begin(): Promise<Company> {
    const failing = new Whim();
    const stage = await Stage.begin({ env: { NODE_OPTIONS: preloaded('steps-that-fail.mjs'), TEST_FAILS: failing.file } });
    stage.expectedTrouble = /This step fails on purpose/;
    const company = new Company(stage, await stage.person('Bo'), failing);
    await company.policy();
    return company;
  }

  async policy(steps: readonly StepOf[] = [{ page: [this.stage.ana] }, { page: [this.bo] }]): Promise<void> {
    await this.stage.policy(steps);
  }

  /** An alert group that just opened, of high urgency: nothing waits behind an earlier message. */
  async opens(summary: string): Promise<string> {
    await this.stage.nothingWaits();
    await this.stage.generic({ summary, key: summary });
    return (await this.stage.groups()).at(-1)!.id;
  }

  /** Makes the step with Bo fail, or succeed again. */
  boIsNeverCalled(fails: boolean): void {
    this.failing.becomes(fails ? this.bo.personId : '');
  }

  async health(): Promise<HealthAnswer> {
    return (await this.stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
  }

  /** The auditor’s report a second later: it runs periodically, in real time. */
  async audit(): Promise<AuditReport> {
    const now = await this.stage.advance('PT1S');
    for (;;) {
      const { audit } = await this.health();
      if (audit && audit.at >= now) return audit;
      await pause(100);
    }
  }

  now(): Promise<string> {
    return this.stage.settle();
  }

  /** `tocsin audit`: beside the running server; not on a cluster, whose log is read by one program at a time. */
  async audited(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
    const { data } = this.stage.tocsin;
    if (profileOfRun !== 'cluster') return runCommandLine(['audit', ...args], { TOCSIN_DATA: data });
    await this.stage.tocsin.stop();
    const found = await runCommandLine(['audit', ...args], { TOCSIN_DATA: data, ...(await startClusterEnv(data)) });
    await this.stage.restart();
    return found;
  }

  async close(): Promise<void> {
    await this.stage.close();
    this.failing.forget();
  }
}

/** The promises of one file, as sentences; each continues where the previous one ended. */
export type Promises = Readonly<Record<string, (company: Company) => Promise<void>>>;
