import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';

/** The path of Debian’s Prometheus; undefined when it is missing, which is reported at the end of the run. */
export const findPrometheus = (): string | undefined => {
  const found =
    process.env['TOCSIN_PROMETHEUS'] ||
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'prometheus'))
      .find((path) => existsSync(path));
  if (!found) sayNotRun('tests with a real Prometheus: install Debian’s prometheus (apt-get install prometheus, as root)');
  return found;
};

const rulesOf = (expression: string): string =>
  JSON.stringify({
    groups: [
      {
        name: 'g',
        interval: '1s',
        rules: [{ alert: 'QueueDeep', expr: expression, labels: { severity: 'critical' }, annotations: { summary: 'Queue mail is deep' } }],
      },
    ],
  });

/** A running Prometheus with one rule, which sends to these addresses as if they were an Alertmanager. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(path: string, url: string, expression: string): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
    const { host, pathname } = new URL(url);
    writeFileSync(
      join(folder, 'prometheus.yml'),
      JSON.stringify({
        global: { evaluation_interval: '1s' },
        rule_files: [join(folder, 'rules.yml')],
        alerting: { alertmanagers: [{ path_prefix: pathname, static_configs: [{ targets: [host] }] }] },
      }),
    );
    writeFileSync(join(folder, 'rules.yml'), rulesOf(expression));
    const child = spawn(
      path,
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${await freePort()}`,
        '--rules.alert.resend-delay=1s',
      ],
      { stdio: 'ignore' },
    );
    return new Prometheus(child, folder);
  }

  /** Reads its rule anew. */
  change(expression: string): void {
    writeFileSync(join(this.folder, 'rules.yml'), rulesOf(expression));
    this.child.kill('SIGHUP');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
