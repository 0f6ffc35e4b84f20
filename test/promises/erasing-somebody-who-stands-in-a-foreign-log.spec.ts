// cluster: never, the command line reads its log when the server is stopped
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportedAlerts, ImportedHistory, RescuesOfPerson } from '@tocsin/contracts/imported-history/answers.js';
import { FolderLock } from '@tocsin/platform/data-folder/folder-lock.js';
import { rescueOldYear, type OldYear } from '@tocsin/testing/foreign/old-year.js';
import { filesWith } from '@tocsin/testing/machine/files-with.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const name = 'Zerafina-Quillmarsh';
const email = `${name.toLowerCase()}@example.org`;
const account = '9f64cb3d-404e-53dd-bc04-0f15ea479b86';

story('erasing somebody who stands in a foreign log', (chapter) => {
  let stage: Stage;
  let zera: Player;
  let year: OldYear;

  const whenReady = async (): Promise<ImportedHistory> => {
    for (;;) {
      const { body } = await stage.ana.api.request<ImportedHistory>('GET', '/api/imported-history');
      if (body.state === 'ready' || body.state === 'failed') return body;
      await pause(20);
    }
  };
  const alerts = async (): Promise<ImportedAlerts> =>
    (await stage.ana.api.request<ImportedAlerts>('GET', '/api/imported-history/alerts?text=db')).body;

  beforeAll(async () => {
    stage = await Stage.begin();
    zera = await stage.addPerson(name);
    year = await rescueOldYear({ id: account, name, email }, 6);
    await year.importInto(stage.tocsin.data);
    await whenReady();
  });
  afterAll(async () => {
    year.remove();
    await stage.close();
  });

  chapter('before it, their name joins at the edge: no file of the history has it in clear', async () => {
    expect(JSON.stringify(await alerts())).toContain(`${name} should look at db-2`);
    for (const room of ['log', 'vault', 'views/imported'])
      expect(filesWith(join(stage.tocsin.data, room), [name, email, account])).toEqual([]);
  });

  chapter('reaches sentences, notes and titles: nothing that names them is readable, in views neither', async () => {
    await stage.ana.api.run('DisablePerson', { personId: zera.personId, leaveGaps: true });
    await stage.ana.api.run('ErasePerson', { personId: zera.personId });
    await stage.settle();
    await whenReady();
    const text = JSON.stringify(await alerts());
    expect([name, email, account].filter((one) => text.includes(one))).toEqual([]);
    expect(text).toContain('erased person should look at db-2');
    expect(filesWith(stage.tocsin.data, [name, email, account])).toEqual([]);
  });

  chapter('lists the rescue folders that still have them', async () => {
    const { body } = await stage.ana.api.request<RescuesOfPerson>('GET', `/api/imported-history/people/${zera.personId}`);
    expect(body.folders).toEqual([year.folder]);
  });

  chapter('redacts what names others, too, for whoever may, and only an alert that is there', async () => {
    const path = '/api/imported-history/redact';
    const texts = { system: 'opsgenie', id: year.alertId(0) };
    expect((await stage.ana.api.request('POST', path, { ...texts, id: 'none' })).status).toBe(404);
    const importing = FolderLock.take(join(stage.tocsin.data, 'log', 'imported'));
    expect(await stage.ana.api.request('POST', path, texts)).toMatchObject({ status: 503, body: { code: 'conflict.one_at_a_time' } });
    expect(await stage.ana.api.request('DELETE', '/api/imported-history')).toMatchObject({
      status: 503,
      body: { code: 'conflict.one_at_a_time', detail: expect.stringContaining('An import is running') },
    });
    importing.release();
    expect((await stage.ana.api.request('POST', path, texts)).status).toBe(204);
    await whenReady();
    const { rows } = await alerts();
    expect(rows.find(({ id }) => id === year.alertId(0))).toBeUndefined();
    const { body } = await stage.ana.api.request<ImportedAlerts>('GET', '/api/imported-history/alerts');
    expect(body.rows.find(({ id }) => id === year.alertId(0))).toMatchObject({ title: '[redacted]', note: '[redacted]' });
  });

  chapter('finishes a redaction that was killed in the middle', async () => {
    const { data } = stage.tocsin;
    await stage.tocsin.stop();
    const mark = join(data, 'log', 'imported', 'redacting.json');
    const eventId = '01900000-0000-7000-8000-00000000c0de';
    const unfinished = { system: 'opsgenie', id: year.alertId(2), eventId, by: stage.ana.personId, at: '2026-11-28T12:00:00.000Z' };
    writeFileSync(mark, JSON.stringify(unfinished));
    await stage.restart();
    while (existsSync(mark)) await pause(20);
    await whenReady();
    const { body } = await stage.ana.api.request<ImportedAlerts>('GET', '/api/imported-history/alerts');
    expect(body.rows.filter(({ title }) => title === '[redacted]').map(({ id }) => id)).toEqual([year.alertId(2), year.alertId(0)]);
  });

  chapter('stays, when the same folder is imported again', async () => {
    expect(await year.importInto(stage.tocsin.data)).toMatch(/^0 events/m);
    const { formerPeople } = await whenReady();
    expect(formerPeople).toBe(0);
    expect(JSON.stringify(await alerts())).not.toContain(name);
    const { body } = await stage.ana.api.request<ImportedAlerts>('GET', '/api/imported-history/alerts');
    expect(body.rows.filter(({ title }) => title === '[redacted]')).toHaveLength(2);
    expect(filesWith(stage.tocsin.data, [name, email, account])).toEqual([]);
  });
});
