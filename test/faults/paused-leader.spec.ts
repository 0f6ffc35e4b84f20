import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { inDatabase } from '@tocsin/testing/stage/cluster.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { copyVault, Standby } from './standby.js';

let stage: Stage;
let bo: Player;
let folder: string;
let standby: Standby | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-paused-'));
  stage = await Stage.begin({ profile: 'cluster', isOwnProcess: true });
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
});
afterAll(async () => {
  stage.tocsin.sendSignal('SIGCONT');
  await standby?.stop();
  await stage.detach();
  rmSync(folder, { recursive: true, force: true });
});

/** As when its machine can’t be reached any more: PostgreSQL gives up its connection, and its lock. */
const loseLock = (): Promise<unknown> =>
  inDatabase(stage.tocsin.data, (client) =>
    client.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity join pg_locks using (pid)
       where application_name = 'tocsin leader' and datname = current_database() and locktype = 'advisory' and granted`,
    ),
  );

/** At the server that has taken over. */
const signInAt = async (url: string): Promise<Client> => {
  const nobody = new Client(url, '', '');
  await nobody.request('POST', '/test/clock', { advance: 'PT0S' });
  const login = { email: 'ana@example.org', password: 'correct horse battery' };
  const session = await nobody.request<{ token: string }>('POST', '/api/session', login);
  return new Client(url, session.body.token, stage.ana.personId);
};

it('a leader that was paused, and wakes after its successor has worked, pages nobody again, writes nothing more as leader, and ends', async () => {
  await stage.generic({ summary: 'disk full', key: 'disk' });
  await stage.settle();
  expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 0]);
  standby = await Standby.start(stage.tocsin.data, copyVault(stage.tocsin.data, join(folder, 'standby')));
  await standby.waitForOutput(/Another Tocsin server is active on this log\. This one is a standby/);
  const { path } = await stage.integration('generic');

  stage.tocsin.sendSignal('SIGSTOP');
  // what reaches it while it is paused is answered when it wakes: its step is due then, and a sender is still waiting
  const { anonymous } = stage.tocsin;
  const leftUndone = [
    anonymous.request('POST', '/test/clock', { advance: 'PT5M' }),
    anonymous.request('POST', path, { severity: 'critical', summary: 'late', key: 'late' }),
  ].map((request) => request.then(({ status }) => status).catch(() => 0));
  await loseLock();
  const ana = await signInAt(await standby.waitForUrl());
  await ana.request('POST', '/test/clock', { advance: 'PT5M' });
  expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 1]);

  stage.tocsin.sendSignal('SIGCONT');
  await stage.tocsin.waitForEnd();
  expect(stage.tocsin.output()).toContain('Another Tocsin server took over this log.');
  const [, lateStatus] = await Promise.all(leftUndone);
  await ana.request('POST', '/test/clock', { advance: 'PT0S' });
  // an alert that it took is on the log, and is its successor’s to page for
  const lateGroups = (await ana.list('alertGroups')).filter(({ title }) => title === 'late');
  expect(lateGroups).toHaveLength(lateStatus === 202 ? 1 : lateGroups.length);
  expect([stage.ana.ringCount, bo.ringCount]).toEqual([1 + lateGroups.length, 1]);

  const { body } = await ana.request<{ events: Recorded[] }>('GET', '/api/events?limit=200');
  const takenOver = body.events.find(({ type }) => type === 'ReactorStarted')!;
  const { epoch } = takenOver.data as { readonly epoch: number };
  const writtenAfter = body.events.filter(({ ordinal }) => ordinal > takenOver.ordinal);
  expect(writtenAfter.filter(({ type }) => type === 'EscalationStepTaken').length).toBeGreaterThan(0);
  expect(writtenAfter.filter(({ meta }) => meta.epoch !== undefined && meta.epoch < epoch)).toEqual([]);
});
