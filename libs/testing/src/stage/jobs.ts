import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import type { HeartbeatRow } from '@tocsin/contracts/heartbeats/noun.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { Stage } from './stage.js';

type Settings = Partial<CommandInput<'CreateHeartbeat'>>;

/** A job with a heartbeat: it pings as cron jobs do. */
export class Job {
  private constructor(
    private readonly stage: Stage,
    readonly heartbeatId: string,
    readonly path: string,
  ) {}

  static async create(stage: Stage, settings: Settings = {}): Promise<Job> {
    const { path } = await stage.integration('healthchecks');
    const integrations = await stage.ana.api.listAll('integrations', 'where.kind=healthchecks');
    const schedule = { kind: 'interval' as const, every: 60 };
    const { says } = await stage.ana.api.run('CreateHeartbeat', {
      integrationId: integrations[0]!.id,
      name: 'Nightly backup',
      schedule,
      ...settings,
    });
    await stage.settle();
    if (!path) throw new Error('no integration of jobs');
    return new Job(stage, String(says['heartbeatId']), new URL(String(says['address'])).pathname);
  }

  /** Returns the status and `Retry-After`. `rest`: what follows the address. */
  async pings(rest = '', body?: string): Promise<{ readonly status: number; readonly retryAfter: string | null }> {
    const method = body === undefined ? 'GET' : 'POST';
    const { status, headers } = await fetch(`${this.stage.tocsin.url}${this.path}${rest}`, {
      method,
      headers: { 'user-agent': 'curl/7.88.1' },
      ...(body === undefined ? {} : { body }),
    });
    if (status < 500) await this.stage.settle();
    return { status, retryAfter: headers.get('retry-after') };
  }

  row(): Promise<HeartbeatRow> {
    return this.stage.getRow('heartbeats', this.heartbeatId) as Promise<never>;
  }

  /** Moves the clock to this instant. */
  async waitsUntil(instant: string): Promise<void> {
    const now = await this.stage.tocsin.advance('PT0S');
    await this.stage.advance(`PT${(toMillis(instant) - toMillis(now)) / 1_000}S`);
  }
}
