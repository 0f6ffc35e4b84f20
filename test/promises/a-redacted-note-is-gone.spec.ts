import { story } from '@tocsin/testing/stage/story.js';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TextHit, TextSearchAnswer } from '@tocsin/contracts/redactions/noun.js';
import { filesWith } from '@tocsin/testing/machine/files-with.js';
import { reenactFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';

const name = 'Zerafina-Quillmarsh';
const title = `${name} unplugged the till`;

/** In a cluster the log is no file of the data folder, and nothing searches it. */
const profile = 'embedded';

story('a redacted text of a person', (chapter) => {
  const place = mkdtempSync(join(tmpdir(), 'tocsin-redacted-'));
  const backup = join(place, 'before.tar');
  let stage: Stage;
  let groupId: string;
  let teamId: string;
  let before: string;
  const pathInData = (...path: readonly string[]): string => join(stage.tocsin.data, ...path);
  const search = async (api = stage.ana.api): Promise<readonly TextHit[]> => {
    const { status, body } = await api.request<TextSearchAnswer>('POST', '/api/erasure/search', { texts: [name] });
    expect(status).toBe(200);
    return body.hits;
  };

  const findInHistory = async (): Promise<readonly string[]> => {
    const search = () => stage.ana.api.request<{ events: readonly { type: string }[] }>('GET', `/api/events?q=${name}`);
    const { body } = await sentAgain(search);
    return body.events.map(({ type }) => type);
  };

  beforeAll(async () => {
    stage = await Stage.begin({ profile });
    const { api } = stage.ana;
    const { policyId, serviceId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [stage.ana] }]);
    teamId = String((await api.run('CreateTeam', { name: 'Tills', description: `Led by ${name}` })).says['teamId']);
    const { version, ...service } = await api.row('services', serviceId);
    const { name: serviceName, runbook, urgencyRule, ackTimeoutMinutes, reopenWindowMinutes } = service;
    const settings = { name: serviceName, runbook, urgencyRule, ackTimeoutMinutes, reopenWindowMinutes, policyId };
    await api.run('ChangeService', { teamId: stage.setUpAnswer.teamId, serviceId, version, ...settings, description: `Ask ${name}` });
    await api.run('PageSomeone', { title, personIds: [stage.ana.personId] });
    groupId = (await stage.getGroup()).id;
    await api.run('AddNote', { groupId, text: `${name} knows why` });
    await api.run('AddNote', { groupId, text: 'It was the plug' });
    await api.run('MoveAllToTeam', { teamId: stage.setUpAnswer.teamId, toTeamId: teamId });
    await stage.settle();
    before = new Date(Date.parse(await stage.settle())).toISOString();
  });
  afterAll(async () => {
    await stage.detach();
    rmSync(place, { recursive: true, force: true });
  });

  chapter('is encrypted on the log from the beginning, each text under a key of its own, and still found', async () => {
    expect(filesWith(pathInData('log'), [name])).toEqual([]);
    expect((await search()).map(({ type, path }) => `${type} ${path.join('.')}`).toSorted()).toEqual([
      'AlertGroupOpened title',
      'NoteAdded text',
      'PageRequested title',
      'ServiceChanged description',
      'TeamCreated description',
      'TeamTookOver services.0.description',
    ]);
    expect(stage.ana.phone.pages.map((page) => page.title)).toEqual([title]);
    expect(new Set(await findInHistory())).toEqual(
      new Set(['AlertGroupOpened', 'NoteAdded', 'PageRequested', 'ServiceChanged', 'TeamCreated', 'TeamTookOver']),
    );
  });

  chapter('is gone from every file once it is redacted: rows, past rows, snapshots, write-ahead logs, side store', async () => {
    // the restart writes and reads a snapshot of memory with the encrypted note
    await stage.restart();
    await stage.settle();
    expect((await runCommandLine(['backup', backup], { TOCSIN_DATA: stage.tocsin.data })).code).toBe(0);
    cpSync(pathInData('vault'), pathInData('backups', 'before-an-upgrade', 'vault'), { recursive: true });
    expect(filesWith(pathInData('views'), [name])).not.toEqual([]);
    const snapshot = readFileSync(pathInData('views', 'memory', 'services.snapshot'));
    for (const { ordinal, path, redactable } of await search()) {
      expect(redactable).toBe(true);
      await stage.ana.api.run('RedactText', { ordinal, path: [...path] });
    }
    await stage.settle();
    expect(await findInHistory()).toEqual([]);
    expect(filesWith(stage.tocsin.data, [name])).toEqual([]);
    expect(readFileSync(pathInData('views', 'memory', 'services.snapshot')).equals(snapshot)).toBe(false);
    expect(await search()).toEqual([]);
  });

  chapter('is shown nowhere: not in history, rows, past rows or the page; what was not redacted is', async () => {
    const { api } = stage.ana;
    const timeline = await stage.getTimeline(groupId);
    expect(timeline.filter(({ type }) => type === 'NoteAdded').map((event) => event.data)).toMatchObject([
      { text: '[redacted]' },
      { text: 'It was the plug' },
    ]);
    expect(await stage.getGroup()).toMatchObject({ title: '[redacted]', notes: 2 });
    expect(await api.row('teams', teamId)).toMatchObject({ name: 'Tills', description: '[redacted]' });
    const pastRows = await Promise.all(
      ['alertGroups', 'services', 'teams'].map((view) => api.request('GET', `/api/views/${view}?at=${encodeURIComponent(before)}`)),
    );
    expect(pastRows.map(({ status }) => status)).toEqual([200, 200, 200]);
    const events = await api.request('GET', '/api/events?limit=200');
    expect(JSON.stringify([pastRows, events])).not.toContain(name);
    const link = stage.ana.phone.pages[0]!.link.split('/p/')[1]!;
    expect((await stage.tocsin.anonymous.request('GET', `/api/pages/${link}`)).body).toMatchObject({ title: '[redacted]' });
    expect(await api.row('organisation', 'organisation')).toMatchObject({ name: 'Acme' });
  });

  chapter('stays gone after a kill, in memory and its next snapshot too, and a later page says nothing of it', async () => {
    await stage.restart('SIGKILL');
    await stage.settle();
    const bo = await stage.addPerson('Bo');
    await stage.ana.api.run('AddResponder', { groupId, personId: bo.personId });
    await stage.settle();
    expect(bo.phone.pages.map((page) => page.title)).toEqual(['[redacted]']);
    await stage.restart();
    await stage.settle();
    expect(filesWith(stage.tocsin.data, [name])).toEqual([]);
    expect(await search()).toEqual([]);
  });

  chapter('is redacted once: again it is nothing new, and a text that never was is refused', async () => {
    const [ordinal] = (await stage.getTimeline(groupId)).filter(({ type }) => type === 'NoteAdded').map((event) => event.ordinal);
    const head = await stage.getHead();
    await stage.ana.api.run('RedactText', { ordinal: ordinal!, path: ['text'] });
    expect(await stage.getHead()).toBe(head);
    expect(await stage.ana.api.expectRefusal('RedactText', { ordinal: ordinal!, path: ['title'] })).toMatchObject({
      code: 'redaction.not_found',
    });
  });

  chapter('does not come back with a backup that was made before, given the list of erasures', async () => {
    const erasures = pathInData('vault', 'erasures.json');
    const { subjects } = JSON.parse(readFileSync(erasures, 'utf8')) as { subjects: string[] };
    expect(subjects).toHaveLength(6);
    for (const subject of subjects) expect(subject).toMatch(/^text:/);
    const restoredData = join(place, 'restored', 'data');
    const key = pathInData('vault', 'master.key');
    const { code } = await runCommandLine(['restore', backup, '--master-key', key, '--erasures', erasures], { TOCSIN_DATA: restoredData });
    expect(code).toBe(0);
    const server = await Tocsin.start({ data: restoredData, profile });
    try {
      await server.settle();
      const ana = new Client(server.url, stage.ana.api.token, stage.ana.personId);
      expect(await search(ana)).toEqual([]);
      const [group] = await ana.list('alertGroups');
      expect(group).toMatchObject({ title: '[redacted]' });
    } finally {
      await server.stop();
    }
    expect(filesWith(restoredData, [name])).toEqual([]);
    const { differences, missing } = await reenactFolder(restoredData);
    expect({ differences, missing }).toEqual({ differences: [], missing: [] });
  });

  chapter('leaves everything else as it was decided', async () => {
    expect(existsSync(pathInData('backups', 'before-an-upgrade'))).toBe(true);
    await stage.close();
  });
});
