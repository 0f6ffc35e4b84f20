import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { startClusterEnv, profileOfRun } from '@tocsin/testing/stage/cluster.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Stage, type Player, type PolicyStepInput } from '@tocsin/testing/stage/stage.js';

export const preloadFlag = (file: string): string => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`;

/** A file that a server reads what goes wrong in it from. */
export class SettingFile {
  private readonly folder = mkdtempSync(join(tmpdir(), 'tocsin-whim-'));
  readonly file = join(this.folder, 'whim');
  constructor(text = '') {
    this.write(text);
  }
  write(text: string): void {
    writeFileSync(this.file, text);
  }
  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** One server for all that the auditor promises: Ana is paged, Bo five minutes later, unless the step that names him fails. */
export class Company {
  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
    private readonly failureFile: SettingFile,
  ) {}

  static async begin(): Promise<Company> {
    const failureFile = new SettingFile();
    const stage = await Stage.begin({ env: { NODE_OPTIONS: preloadFlag('steps-that-fail.mjs'), TEST_FAILS: failureFile.file } });
    stage.expectedErrors = /This step fails on purpose/;
    const company = new Company(stage, await stage.addPerson('Bo'), failureFile);
    await company.setPolicy();
    return company;
  }

  async setPolicy(steps: readonly PolicyStepInput[] = [{ page: [this.stage.ana] }, { page: [this.bo] }]): Promise<void> {
    await this.stage.setPolicy(steps);
  }

  /** An alert group that just opened, of high urgency: nothing waits behind an earlier message. */
  async openGroup(summary: string): Promise<string> {
    await this.stage.settleFully();
    await this.stage.generic({ summary, key: summary });
    return (await this.stage.listGroups()).at(-1)!.id;
  }

  /** Makes the step with Bo fail, or succeed again. */
  setStepOfBoFails(shouldFail: boolean): void {
    this.failureFile.write(shouldFail ? this.bo.personId : '');
  }

  async getHealth(): Promise<HealthAnswer> {
    return (await this.stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
  }

  /** The auditor’s report a second later: it runs periodically, in real time. */
  async waitForAudit(): Promise<AuditReport> {
    const now = await this.stage.advance('PT1S');
    for (;;) {
      const { audit } = await this.getHealth();
      if (audit && audit.at >= now) return audit;
      await pause(100);
    }
  }

  settleClock(): Promise<string> {
    return this.stage.settle();
  }

  /** `tocsin audit`: beside the running server; not on a cluster, whose log is read by one program at a time. */
  async runAudit(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
    const { data } = this.stage.tocsin;
    if (profileOfRun !== 'cluster') return runCommandLine(['audit', ...args], { TOCSIN_DATA: data });
    await this.stage.tocsin.stop();
    const result = await runCommandLine(['audit', ...args], { TOCSIN_DATA: data, ...(await startClusterEnv(data)) });
    await this.stage.restart();
    return result;
  }

  async close(): Promise<void> {
    await this.stage.close();
    this.failureFile.remove();
  }
}

/** The promises of one file, as sentences; each continues where the previous one ended. */
export type Promises = Readonly<Record<string, (company: Company) => Promise<void>>>;
