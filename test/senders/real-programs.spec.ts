// senders: full, it runs the programs of others
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { NagiosFiles } from './nagios-files.js';
import { startLeadingProxy, startTlsProxy } from './tls-proxy.js';
import { findProgram, runProgram, snippetsOf } from './programs.js';

let real: RealStage;
let mailPort: string;
const folder = mkdtempSync(join(tmpdir(), 'sender-programs-'));
const running: ChildProcess[] = [];

beforeAll(async () => {
  mailPort = String(await freePort());
  real = await RealStage.begin({ TOCSIN_MAIL_PORT: mailPort });
});
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  }
  await real.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Door {
  readonly address: string;
  readonly key: string;
}
const doorOf = async (kind: IntegrationKind): Promise<Door> => {
  const { path, key } = await real.integration(kind, `Programs, ${kind} ${doors++}`);
  return { address: `${real.url}${path}`, key };
};
let doors = 0;

const fileOf = (name: string, text: string, mode = 0o600): string => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
};
const start = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess => {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  running.push(child);
  return child;
};

const isTitled =
  (words: string, status: AlertGroupRow['status']) =>
  (row: AlertGroupRow): boolean =>
    row.title.includes(words) && row.status === status;
/** Opens one group, twice, and resolves it: nothing lost, nothing doubled. */
const opensAndEnds = async (words: string, opens: () => Promise<unknown>, ends: () => Promise<unknown>): Promise<AlertGroupRow> => {
  await opens();
  const { id } = await real.watch.waitForRow('alertGroups', isTitled(words, 'firing'));
  await ends();
  const resolved = await real.watch.waitForRow('alertGroups', isTitled(words, 'resolved'));
  expect(resolved.id).toBe(id);
  const all = await real.ana.api.listAll('alertGroups');
  expect(all.filter(({ title }) => title.includes(words)).map((row) => row.id)).toEqual([id]);
  return resolved;
};

/** A test that is reported as not run where a program is missing. */
const withProgram = (paths: readonly string[], name: string, test: (...found: string[]) => Promise<void>): void => {
  const found = paths.map(findProgram);
  if (found.every((path) => path !== undefined)) it(name, () => test(...found));
  else it(`${name}: not run, which the end of the run says`, () => expect(found).toContain(undefined));
};

it('curl, by the commands of our set-up text', async () => {
  const { address, key } = await doorOf('generic');
  const [opens, ends] = snippetsOf('script', address, key);
  await opensAndEnds(
    'Backup of',
    () => runProgram('sh', ['-c', opens!]),
    () => runProgram('sh', ['-c', ends!]),
  );
});

withProgram(['swaks/usr/bin/swaks'], 'swaks, by mail', async (swaks) => {
  const { key } = await doorOf('mail');
  const to = `--server 127.0.0.1 --port ${mailPort} --to ${key}@tocsin.example.org`;
  const mail = (subject: string) => () =>
    runProgram('perl', [swaks, ...`${to} --from monitor@example.org --body x --header`.split(' '), `Subject: ${subject}`]);
  await opensAndEnds('Disk by swaks', mail('PROBLEM: Disk by swaks'), mail('RECOVERY: Disk by swaks'));
});

const icingaScripts = 'icinga/etc/icinga2/scripts';
withProgram(
  [`${icingaScripts}/mail-service-notification.sh`, `${icingaScripts}/mail-host-notification.sh`, 'swaks/usr/bin/swaks'],
  'Icinga’s scripts, by mail',
  async (ofService, ofHost, swaks) => {
    const { key } = await doorOf('mail');
    const sends = `--server 127.0.0.1 --port ${mailPort} --from icinga@example.org --to "$3" --header "Subject: $2" --body -`;
    const mail = fileOf('icinga/mail', `#!/bin/sh\nexec perl '${swaks}' ${sends}\n`, 0o700);
    const env = { PATH: `${dirname(mail)}:${process.env['PATH'] ?? ''}` };
    const notify = (script: string, type: string, about: readonly string[]) => () =>
      runProgram(
        'bash',
        [script, '-d', 'now', '-l', 'db-icinga', '-n', 'db-icinga', '-r', `${key}@tocsin.example.org`, '-t', type, ...about],
        env,
      );
    const disk = (state: string) => ['-e', 'disk', '-u', 'Disk', '-o', `DISK ${state}`, '-s', state];
    await opensAndEnds('Disk on db-icinga', notify(ofService, 'PROBLEM', disk('CRITICAL')), notify(ofService, 'RECOVERY', disk('OK')));
    const host = (state: string) => ['-o', `PING ${state}`, '-s', state];
    await opensAndEnds('Host db-icinga', notify(ofHost, 'PROBLEM', host('DOWN')), notify(ofHost, 'RECOVERY', host('UP')));
  },
);

withProgram(['apprise/bin/apprise'], 'Apprise, by json://, xml:// and form://', async (apprise) => {
  const { address } = await doorOf('apprise');
  for (const scheme of ['json', 'xml', 'form']) {
    const url = address.replace(/^http/, scheme);
    const title = `Disk by ${scheme} of Apprise`;
    const notify = (type: string) => () => runProgram(apprise, ['-t', title, '-b', '98 %', '-n', type, url]);
    await opensAndEnds(title, notify('failure'), notify('success'));
  }
});

withProgram(['opsgenie-sdk/node_modules/opsgenie-sdk/package.json'], 'opsgenie-sdk of npm', async (path) => {
  const { key } = await doorOf('opsgenie');
  const call = (act: string) => () =>
    runProgram(process.execPath, [join(__dirname, 'opsgenie-sdk-sender.cjs'), join(path, '../../..'), real.url, key, act]);
  await opensAndEnds(
    'SDK: disk full',
    async () => {
      await call('create')();
      await call('create')();
    },
    call('close'),
  );
});

withProgram(['node-pagerduty/node_modules/node-pagerduty/package.json'], 'node-pagerduty of npm, whose address is fixed', async (path) => {
  const { key } = await doorOf('pagerduty-events');
  const tls = await startTlsProxy(real.url);
  const leading = await startLeadingProxy(tls.host);
  // the certificate of the tests is of no address of PagerDuty’s
  const env = { HTTPS_PROXY: leading.url, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  const call = (act: string) => () =>
    runProgram(process.execPath, [join(__dirname, 'node-pagerduty-sender.cjs'), join(path, '../../..'), key, act], env);
  await opensAndEnds(
    'Node: disk full',
    async () => {
      await call('trigger')();
      await call('trigger')();
    },
    call('resolve'),
  );
  leading.close();
  await tls.close();
});

withProgram(
  ['netdata/usr/lib/netdata/plugins.d/alarm-notify.sh', 'netdata-conf/usr/lib/netdata/conf.d/health_alarm_notify.conf'],
  'Netdata’s alarm-notify.sh, by our set-up text, by Opsgenie’s address and by Alerta’s; its test pages nobody',
  async (script, stock) => {
    const [own, opsgenie, alerta] = await Promise.all([doorOf('netdata'), doorOf('opsgenie'), doorOf('alerta')]);
    const config = `${snippetsOf('netdata', own.address, own.key)[1]}
SEND_EMAIL="NO"
SEND_OPSGENIE="YES"
OPSGENIE_API_KEY="${opsgenie.key}"
OPSGENIE_API_URL="${real.url}"
SEND_ALERTA="YES"
ALERTA_WEBHOOK_URL="${real.url}/alerta/api"
ALERTA_API_KEY="${alerta.key}"
DEFAULT_RECIPIENT_ALERTA="Production"
`;
    fileOf('netdata/health_alarm_notify.conf', config);
    const env = {
      NETDATA_USER_CONFIG_DIR: join(folder, 'netdata'),
      NETDATA_STOCK_CONFIG_DIR: dirname(stock),
      NETDATA_CACHE_DIR: join(folder, 'netdata/cache'),
      NETDATA_REGISTRY_URL: 'https://registry.my-netdata.io',
    };
    const alarm = (status: string, before: string, event: string, value: string) => () => {
      const about = `sysadmin|db-1|${event}|1664900001|${event}|1767322845|ram_by_netdata|system.ram|ram|${status}|${before}`;
      const measured = `${value}|10|line=1|60|60|%|memory in use|${value}%|10%|calc|params|0|1||`;
      return runProgram('bash', [script, ...`${about}|${measured}|Utilization|edit|`.split('|')], env);
    };
    await alarm('CRITICAL', 'CLEAR', '11', '98')();
    const opened = async () => (await real.ana.api.listAll('alertGroups')).filter(({ title }) => title.includes('ram_by_netdata'));
    await Promise.all([own, opsgenie, alerta].map((_door, n) => waitForCount(opened, n + 1)));
    expect((await opened()).map(({ status }) => status)).toEqual(['firing', 'firing', 'firing']);
    await alarm('CLEAR', 'CRITICAL', '12', '10')();
    for (const { id } of await opened()) await real.watch.waitForRow('alertGroups', (row) => row.id === id && row.status === 'resolved');
    expect(await opened()).toHaveLength(3);
    await runProgram('bash', [script, 'test'], env);
    const tests = (await real.ana.api.listAll('alertGroups')).filter(({ title }) => title.includes('test_alarm'));
    expect(tests.map(({ test }) => test)).toEqual(tests.map(() => true));
  },
);

/** Waits for the rows behind it: until there are so many. */
const waitForCount = async (list: () => Promise<readonly unknown[]>, count: number): Promise<void> => {
  const seen = new Set<string>();
  while ((await list()).length < count) {
    const { id } = await real.watch.waitForRow('alertGroups', (row) => !seen.has(row.id));
    seen.add(id);
  }
};

withProgram(['monit/usr/bin/monit'], 'Monit, by its reports to M/Monit', async (monit) => {
  const { address, key } = await doorOf('monit');
  const file = join(folder, 'pid of the job');
  const [mmonit] = snippetsOf('monit', address, key);
  const control = fileOf(
    'monitrc',
    `set daemon 1
set idfile ${join(folder, 'monit.id')}
set statefile ${join(folder, 'monit.state')}
set pidfile ${join(folder, 'monit.pid')}
set eventqueue basedir ${join(folder, 'monit-events')}
${mmonit}
check file watched_by_monit with path "${file}"
`,
    0o700,
  );
  start(monit, ['-I', '-c', control]);
  await opensAndEnds(
    'watched_by_monit',
    () => Promise.resolve(),
    () => Promise.resolve(writeFileSync(file, 'here')),
  );
});

withProgram(['nagios/usr/sbin/nagios4'], 'Nagios, by the commands and the contact of our set-up text', async (nagios) => {
  const { address, key } = await doorOf('nagios');
  const [commands, contact] = snippetsOf('nagios', address, key);
  const files = new NagiosFiles(join(folder, 'nagios'), `${commands}${contact}`);
  const child = start(nagios, [files.main]);
  const resolved = await opensAndEnds(
    'Disk on db-nagios',
    () => files.submit(child, 2, 'DISK CRITICAL - 2 % free'),
    () => files.submit(child, 0, 'DISK OK - 50 % free'),
  );
  expect(resolved.title).toContain('DISK CRITICAL - 2 % free');
});
