import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';

const command = 'prometheus-alertmanager';

/** The path of Debian’s Alertmanager; undefined when it is missing, which is reported at the end of the run. */
export const findAlertmanager = (): string | undefined => {
  const lookup =
    process.env['TOCSIN_ALERTMANAGER'] ||
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, command))
      .find((path) => existsSync(path));
  if (!lookup) sayNotRun(`tests with a real Alertmanager: install Debian's ${command} (apt-get install ${command}, as root)`);
  if (!lookup && !process.env['TOCSIN_NOT_RUN_FILE'])
    throw new Error(`Install Debian's ${command}, or set TOCSIN_ALERTMANAGER to its path.`);
  return lookup;
};

export interface PostedAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly isResolved?: true;
}

/** Its targets: the address of a webhook, and of PagerDuty’s and Opsgenie’s interfaces with their keys. */
export interface Receivers {
  readonly webhook: string;
  readonly pagerduty: { readonly url: string; readonly key: string };
  readonly opsgenie: { readonly url: string; readonly key: string };
}

/** Alerts with `to: pagerduty` or `to: opsgenie` go there, all others to the webhook. The intervals are the shortest that work reliably. */
export const toConfiguration = ({ webhook, pagerduty, opsgenie }: Receivers): string =>
  JSON.stringify({
    route: {
      receiver: 'webhook',
      group_by: ['alertname', 'cluster'],
      group_wait: '200ms',
      group_interval: '1s',
      repeat_interval: '1s',
      routes: ['pagerduty', 'opsgenie'].map((receiver) => ({ receiver, matchers: [`to="${receiver}"`] })),
    },
    receivers: [
      { name: 'webhook', webhook_configs: [{ url: webhook }] },
      { name: 'pagerduty', pagerduty_configs: [{ url: pagerduty.url, routing_key: pagerduty.key }] },
      { name: 'opsgenie', opsgenie_configs: [{ api_url: opsgenie.url, api_key: opsgenie.key }] },
    ],
  });

/** A port for gossip, and those of its peers. */
export interface ClusterPorts {
  readonly own: number;
  readonly peers: readonly number[];
}
const clusterArgs = ({ own, peers }: ClusterPorts): readonly string[] => [
  `--cluster.listen-address=127.0.0.1:${own}`,
  '--cluster.peer-timeout=1s',
  ...peers.map((port) => `--cluster.peer=127.0.0.1:${port}`),
];

const run = async (path: string, args: readonly string[]): Promise<ChildProcess> => {
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  await waitUntilListening(child);
  return child;
};

/** A running Alertmanager. */
export class Alertmanager {
  private constructor(
    private readonly url: string,
    private child: ChildProcess,
    private readonly folder: string,
    private readonly runAgain: () => Promise<ChildProcess>,
  ) {}

  /** `configuration`: YAML, or JSON, which is YAML too. `cluster`: it gossips. */
  static async start(path: string, configuration: string, cluster?: ClusterPorts): Promise<Alertmanager> {
    const folder = mkdtempSync(join(tmpdir(), 'alertmanager-'));
    writeFileSync(join(folder, 'alertmanager.yml'), configuration);
    const port = await freePort();
    const args = [
      `--config.file=${join(folder, 'alertmanager.yml')}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      ...(cluster ? clusterArgs(cluster) : ['--cluster.listen-address=']),
    ];
    const runAgain = (): Promise<ChildProcess> => run(path, args);
    return new Alertmanager(`http://127.0.0.1:${port}`, await runAgain(), folder, runAgain);
  }

  /** Posts like Prometheus: all firing alerts, and newly resolved ones. */
  async postAlerts(...alerts: readonly PostedAlert[]): Promise<void> {
    const body = alerts.map(({ labels, isResolved: resolved }) => ({
      labels,
      annotations: { summary: `${labels['alertname']} on ${labels['instance']}` },
      ...(resolved ? { endsAt: new Date().toISOString() } : {}),
    }));
    const answer = await fetch(`${this.url}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`Alertmanager answered ${answer.status}: ${await answer.text()}`);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exitEvent = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exitEvent;
  }

  /** Again, on the same data. */
  async restart(): Promise<void> {
    this.child = await this.runAgain();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Resolves when its log says that it listens; rejects with its output when it exits before. */
const waitUntilListening = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/Listening on/.test(output)) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Alertmanager ended with ${code}:\n${output}`)));
  });
