import { setTimeout as pause } from 'node:timers/promises';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { webhookWarning, type WebhookWarning } from '@tocsin/contracts/contacts/webhook.js';
import { Phone, type PhoneCall } from '@tocsin/testing/fakes/phone.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { preloadFlag, SettingFile } from './audit.js';

export const warningIn = ({ body }: PhoneCall): WebhookWarning | undefined =>
  body === '' ? undefined : webhookWarning.safeParse(JSON.parse(body)).data;

/** A server on real clocks that run at a speed set by the test: under a manual clock the auditor notifies no one. */
export class Alarm {
  groupId = '';
  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
    readonly watcher: Phone,
    private readonly failureFile: SettingFile,
    private readonly rateFile: SettingFile,
  ) {}

  /** Pages Ana, and a minute later Bo, whose step fails. */
  static async begin(): Promise<Alarm> {
    const [watcher, failureFile, rateFile] = [await Phone.start(), new SettingFile(), new SettingFile('1')];
    const env = {
      NODE_OPTIONS: `${preloadFlag('quick-clock.mjs')} ${preloadFlag('steps-that-fail.mjs')}`,
      TEST_FAILS: failureFile.file,
      TEST_RATE: rateFile.file,
      TOCSIN_HEARTBEAT_URL: watcher.url,
      TOCSIN_ALLOW_CIDR: '127.0.0.1/32',
    };
    const stage = await Stage.begin({ hasRealClock: true, env });
    const alarm = new Alarm(stage, await stage.addPerson('Bo'), watcher, failureFile, rateFile);
    await alarm.setPolicy();
    failureFile.write(alarm.bo.personId);
    return alarm;
  }

  /** Makes the clock run at this many times real time. */
  setClockRate(rate: number): void {
    this.rateFile.write(String(rate));
    this.stage.tocsin.sendSignal('SIGUSR2');
  }

  letStepOfBoSucceed(): void {
    this.failureFile.write('');
  }

  /** An alert group that pages Ana at once. */
  async openGroup(): Promise<void> {
    const path = new URL(this.stage.setUpAnswer.address).pathname;
    const alerts = [{ status: 'firing', labels: { alertname: 'DiskFull', severity: 'critical' }, annotations: {} }];
    const message = { version: '4', status: 'firing', groupKey: '{}:disk', groupLabels: { alertname: 'DiskFull' }, alerts };
    await this.stage.tocsin.anonymous.request('POST', path, message);
    this.groupId = (await this.stage.ana.phone.waitFor(({ title }) => title.includes('DiskFull'))).groupId;
  }

  async listGroups(): Promise<readonly AlertGroupRow[]> {
    return this.stage.ana.api.list('alertGroups', 'sort=number');
  }

  async getHealth(): Promise<HealthAnswer> {
    return (await this.stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
  }

  /** Resolves once this many minutes have passed for the server. */
  async waitForMinutes(minutes: number): Promise<void> {
    const until = Date.parse((await this.getHealth()).now) + minutes * 60_000;
    while (Date.parse((await this.getHealth()).now) < until) await pause(250);
  }

  async close(): Promise<void> {
    this.setClockRate(1);
    await this.stage.detach();
    await this.watcher.close();
    this.failureFile.remove();
    this.rateFile.remove();
  }

  private async setPolicy(): Promise<void> {
    const { stage, bo } = this;
    const { teamId, policyId } = stage.setUpAnswer;
    const { version, name } = await stage.ana.api.row('policies', policyId);
    const toTarget = ({ personId }: Player) => ({ kind: 'person' as const, personId });
    const steps = [stage.ana, bo].map((one) => ({ targets: [toTarget(one)], waitMinutes: 1, notifyOthersStill: false }));
    await stage.ana.api.run('ChangePolicy', { teamId, policyId, version, name, repeats: 0, steps });
  }
}

/** The promises of one file, as sentences; each continues where the previous one ended. */
export type AlarmPromises = Readonly<Record<string, (alarm: Alarm) => Promise<void>>>;
