import { setTimeout as pause } from 'node:timers/promises';
import type { AlertGroupRow } from '@tocsin/contracts/alert-group-rows.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { webhookWarning, type WebhookWarning } from '@tocsin/contracts/webhook.js';
import { Phone, type PhoneCall } from '@tocsin/testing/fakes/phone.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { preloaded, Whim } from './audit.js';

export const warningIn = ({ body }: PhoneCall): WebhookWarning | undefined =>
  body === '' ? undefined : webhookWarning.safeParse(JSON.parse(body)).data;

/** A server on real clocks that run at a speed set by the test: under a manual clock the auditor notifies no one. */
export class Alarm {
  groupId = '';
  private constructor(
    readonly stage: Stage,
    readonly bo: Player,
    readonly watcher: Phone,
    private readonly failing: Whim,
    private readonly rate: Whim,
  ) {}

  /** Pages Ana, and a minute later Bo, whose step fails. */
  static async begin(): Promise<Alarm> {
    const [watcher, failing, rate] = [await Phone.start(), new Whim(), new Whim('1')];
    const env = {
      NODE_OPTIONS: `${preloaded('quick-clock.mjs')} ${preloaded('steps-that-fail.mjs')}`,
      TEST_FAILS: failing.file,
      TEST_RATE: rate.file,
      TOCSIN_HEARTBEAT_URL: watcher.url,
      TOCSIN_ALLOW_CIDR: '127.0.0.1/32',
    };
    const stage = await Stage.begin({ hasRealClock: true, env });
    const alarm = new Alarm(stage, await stage.person('Bo'), watcher, failing, rate);
    await alarm.policy();
    failing.becomes(alarm.bo.personId);
    return alarm;
  }

  /** Makes the clock run at this many times real time. */
  runs(rate: number): void {
    this.rate.becomes(String(rate));
    this.stage.tocsin.tell('SIGUSR2');
  }

  boCanBeCalled(): void {
    this.failing.becomes('');
  }

  /** An alert group that pages Ana at once. */
  async opens(): Promise<void> {
    const path = new URL(this.stage.made.address).pathname;
    const alerts = [{ status: 'firing', labels: { alertname: 'DiskFull', severity: 'critical' }, annotations: {} }];
    const message = { version: '4', status: 'firing', groupKey: '{}:disk', groupLabels: { alertname: 'DiskFull' }, alerts };
    await this.stage.tocsin.anonymous.request('POST', path, message);
    this.groupId = (await this.stage.ana.phone.waitFor(({ title }) => title.includes('DiskFull'))).groupId;
  }

  async groups(): Promise<readonly AlertGroupRow[]> {
    return this.stage.ana.api.list('alertGroups', 'sort=number');
  }

  async health(): Promise<HealthAnswer> {
    return (await this.stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
  }

  /** Resolves once this many minutes have passed for the server. */
  async passes(minutes: number): Promise<void> {
    const until = Date.parse((await this.health()).now) + minutes * 60_000;
    while (Date.parse((await this.health()).now) < until) await pause(250);
  }

  async close(): Promise<void> {
    this.runs(1);
    await this.stage.leave();
    await this.watcher.close();
    this.failing.forget();
    this.rate.forget();
  }

  private async policy(): Promise<void> {
    const { stage, bo } = this;
    const { teamId, policyId } = stage.made;
    const { version, name } = await stage.ana.api.row('policies', policyId);
    const person = ({ personId }: Player) => ({ kind: 'person' as const, personId });
    const steps = [stage.ana, bo].map((one) => ({ targets: [person(one)], waitMinutes: 1, notifyOthersStill: false }));
    await stage.ana.api.run('ChangePolicy', { teamId, policyId, version, name, repeats: 0, steps });
  }
}

/** The promises of one file, as sentences; each continues where the previous one ended. */
export type AlarmPromises = Readonly<Record<string, (alarm: Alarm) => Promise<void>>>;
