// senders: full, it runs the programs of others
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { kannelConf } from '@tocsin/contracts/connections/kannel-conf.js';
import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { kannelFields, kannelPassword } from '@tocsin/testing/channels/gateway/gateway-stage.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Watch } from '@tocsin/testing/stage/watch.js';
import { findProgram } from './programs.js';

const number = '+41791234567';
const found = ['usr/sbin/bearerbox', 'usr/sbin/smsbox', 'usr/lib/kannel/test/fakesmsc'].map((path) => findProgram(`kannel/${path}`));
const folder = mkdtempSync(join(tmpdir(), 'kannel-'));
const running: ChildProcess[] = [];

afterAll(async () => {
  for (const child of running.toReversed()) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  }
  rmSync(folder, { recursive: true, force: true });
});

const start = (command: string, args: readonly string[]): ChildProcess => {
  const root = dirname(dirname(dirname(command))).replace(/\/usr\/lib$/, '');
  const LD_LIBRARY_PATH = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu'].map((lib) => join(root, lib)).join(':');
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LD_LIBRARY_PATH } });
  running.push(child);
  return child;
};

/** Resolves once something listens there. */
const whenOpen = async (port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
};

const confOf = (inbound: string, ports: { readonly admin: number; readonly box: number; readonly smsc: number; readonly send: number }) => `
group = core
admin-port = ${ports.admin}
admin-interface = 127.0.0.1
admin-password = x
smsbox-port = ${ports.box}
smsbox-interface = 127.0.0.1
box-allow-ip = 127.0.0.1

group = smsc
smsc = fake
smsc-id = fake
port = ${ports.smsc}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.send}
sendsms-interface = 127.0.0.1

${kannelConf(inbound, kannelFields.user, kannelPassword)}`;

/** The texts that Kannel hands to a phone, by Kannel’s own program for one, of which there is one at a time; `says`: what the phone sends first. */
const phoneAt = (fakesmsc: string, smsc: number, says: string) => {
  const texts = new ItemCollector<string>('text');
  const child = start(fakesmsc, ['-H', '127.0.0.1', '-r', String(smsc), '-i', '0.1', '-m', '1', `${number} 41790000000 text ${says}`]);
  createInterface({ input: child.stderr! }).on('line', (line) => {
    const [, got] = /Got message \d+: <\S+ \S+ text (.*)>$/.exec(line) ?? [];
    if (got !== undefined) texts.add(got);
  });
  return { texts, turnOff: () => child.kill('SIGKILL') };
};

const name = 'Kannel hands a page to a phone, reports it delivered, and carries its reply and our answer back';
if (found.includes(undefined)) it(`${name}: not run, which the end of the run says`, () => expect(found).toContain(undefined));
else it(name, () => pagesThrough(...(found as [string, string, string])));

async function pagesThrough(bearerbox: string, smsbox: string, fakesmsc: string): Promise<void> {
  const stage = await Stage.begin();
  try {
    const { api, personId } = stage.ana;
    const ports = { admin: await freePort(), box: await freePort(), smsc: await freePort(), send: await freePort() };
    await api.run('ChangePublicAddress', { url: stage.tocsin.url });
    const fields = { baseUrl: `http://127.0.0.1:${ports.send}/cgi-bin/sendsms`, ...kannelFields, password: kannelPassword };
    await api.run('AddConnection', { kind: 'gateway', name: 'Kannel', fields });
    const { body } = await api.request<ConnectionsShown>('GET', '/api/settings/connections');
    const conf = join(folder, 'kannel.conf');
    writeFileSync(conf, confOf(body.connections[0]!.inbound!, ports));
    start(bearerbox, [conf]);
    await whenOpen(ports.box);
    start(smsbox, [conf]);
    await whenOpen(ports.send);
    const before = phoneAt(fakesmsc, ports.smsc, 'hello');
    await stage.setPolicy([{ page: [stage.ana], wait: 60 }]);
    const rules = [{ urgency: 'high' as const, delayMinutes: 0 }];
    const { says } = await api.run('AddContactMethod', { kind: 'sms', personId, address: number, rules });
    const code = await before.texts.waitFor((text) => /^\d{6} is your Tocsin code/.test(text));
    await stage.settle();
    await api.run('VerifyContactMethod', { personId, contactMethodId: String(says['contactMethodId']), code: code.slice(0, 6) });
    await stage.settleFully();
    await stage.generic({ summary: 'Disk is full', key: 'k1', severity: 'critical' });
    expect(await before.texts.waitFor((text) => text.includes('#1 '))).toContain('Disk is full');
    const { id } = await stage.getGroup(1);
    const watch = await Watch.on(api, 'alertGroups', 'ladders');
    await watch.waitForRow('ladders', ({ pages }) =>
      pages.some(({ attempts }) => attempts.some(({ kind, state }) => kind === 'sms' && state === 'delivered')),
    );
    before.turnOff();
    const after = phoneAt(fakesmsc, ports.smsc, '1A');
    await watch.waitForRow('alertGroups', (row) => row.id === id && row.status === 'acknowledged');
    expect(await after.texts.waitFor((text) => text.startsWith('Acknowledged: #1'))).toContain('Disk is full');
    watch.close();
  } finally {
    await stage.close();
  }
}
