import { story } from '@tocsin/testing/stage/story.js';
import type { TextHit, TextSearchAnswer } from '@tocsin/contracts/redactions/noun.js';
import { profileOfRun } from '@tocsin/testing/stage/cluster.js';
import { Watch } from '@tocsin/testing/stage/watch.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { mayBeUnread, requestsIn, writeEverywhere, type Document } from './redactions/every-read.js';
import { ofSenders } from './routes-of-senders.js';

const name = 'Zerafina Quillmarsh';
/** The name, also as an address or a form has it. */
const spellings = [name, encodeURIComponent(name), name.replaceAll(' ', '+')];
const isInCluster = profileOfRun === 'cluster';

story('a name in free text', (chapter) => {
  let stage: Stage;
  let groupId: string;
  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: `Disk of ${name} is full`, key: 'disk', labels: { 'host.owner': name }, details: 'none' });
    groupId = (await stage.getGroup()).id;
    await stage.ana.api.run('AddNote', { groupId, text: `${name} knows why` });
    await stage.settle();
  });
  afterAll(() => stage.close());

  const search = async (texts: readonly string[]): Promise<readonly TextHit[]> => {
    const answer = await stage.ana.api.request<TextSearchAnswer>('POST', '/api/erasure/search', { texts });
    expect(answer.status).toBe(200);
    return answer.body.hits;
  };
  /** The cluster profile has no search, so the places are found by reading the history. */
  const placeOfNote = async (): Promise<number> => (await stage.getTimeline(groupId)).find(({ type }) => type === 'NoteAdded')!.ordinal;

  const redactAll = async (): Promise<void> => {
    for (const { ordinal, path } of await search([name])) await stage.ana.api.run('RedactText', { ordinal, path: [...path] });
    await stage.settle();
  };

  const noteOf = async (text: string): Promise<number> => {
    await stage.ana.api.run('AddNote', { groupId, text });
    return (await stage.getTimeline(groupId)).at(-1)!.ordinal;
  };

  chapter('is found in notes, in what senders sent, and in the bodies as they came', async () => {
    if (isInCluster) return expect((await stage.ana.api.request('POST', '/api/erasure/search', { texts: [name] })).status).toBe(409);
    const places = (await search(['zerafina QUILLMARSH'])).map(({ type, path }) => `${type} ${path.join('/')}`);
    expect(places).toEqual(
      expect.arrayContaining([
        'NoteAdded text',
        'SignalReceived raw',
        'SignalReceived signal/alerts/0/summary',
        'SignalReceived signal/alerts/0/labels/host.owner',
        'AlertGroupOpened title',
      ]),
    );
    expect(await search(['Nobody at all'])).toEqual([]);
  });

  chapter('is looked for and redacted by owners and admins alone', async () => {
    const bo = await stage.addPerson('Bo');
    expect((await bo.api.request('POST', '/api/erasure/search', { texts: [name] })).status).toBe(403);
    const place = { ordinal: await placeOfNote(), path: ['text'] };
    expect(await bo.api.expectRefusal('RedactText', place)).toMatchObject({ code: 'permission.denied' });
    expect(await stage.ana.api.expectRefusal('RedactText', { ordinal: place.ordinal, path: ['groupId'] })).toMatchObject({
      code: 'redaction.not_text',
    });
    expect(await stage.ana.api.expectRefusal('RedactText', { ordinal: 999_999, path: ['text'] })).toMatchObject({
      code: 'redaction.not_found',
    });
  });

  chapter('is shown nowhere once each place was redacted, and what was decided stays as it was', async () => {
    const hits = isInCluster ? [{ ordinal: await placeOfNote(), path: ['text'], redactable: true }] : await search([name]);
    expect(hits.filter(({ redactable }) => !redactable)).toEqual([]);
    for (const { ordinal, path } of hits) {
      await stage.ana.api.run('RedactText', { ordinal, path: [...path] });
    }
    await stage.settle();
    const why = await stage.ana.api.request('GET', `/api/why?person=${stage.ana.personId}&group=${groupId}`);
    expect(JSON.stringify(why.body)).not.toContain(isInCluster ? `${name} knows` : name);
    const note = (await stage.getTimeline(groupId)).find(({ type }) => type === 'NoteAdded')!;
    expect(note.data).toMatchObject({ text: '[redacted]' });
    if (isInCluster) return;
    expect(await search([name])).toEqual([]);
    const redactedRows: unknown[] = [
      await stage.getGroup(),
      await stage.getLadder(groupId),
      await stage.ana.api.row('alerts', groupId),
      await stage.getTimeline(groupId),
    ];
    expect(JSON.stringify(redactedRows)).not.toContain(name);
    const inbox = await stage.ana.api.request<{ events: { ordinal: number }[] }>('GET', '/api/events?type=SignalReceived');
    const bodies = await Promise.all(inbox.body.events.map(({ ordinal }) => stage.ana.api.request('GET', `/api/events/${ordinal}`)));
    expect(JSON.stringify([inbox.body, bodies])).not.toContain(name);
    expect(bodies.every(({ body }) => 'raw' in (body as { data: object }).data)).toBe(true);
  });

  chapter('is in no page link and no later page of the group, and open screens are told to read again', async () => {
    const openEvent = (await stage.getTimeline(groupId)).find(({ type }) => type === 'AlertGroupOpened')!;
    const watch = await Watch.on(stage.ana.api, 'alertGroups');
    if (isInCluster) await stage.ana.api.run('RedactText', { ordinal: openEvent.ordinal, path: ['title'] });
    else await stage.ana.api.run('RedactText', { ordinal: await noteOf('And again'), path: ['text'] });
    await stage.settle();
    // notes are in no other view
    if (isInCluster) expect(await watch.waitForReload()).toContain('alertGroups');
    else expect(await watch.waitForReload()).toEqual(['alertGroups']);
    watch.close();
    const first = stage.ana.phone.pages[0]!;
    const secret = first.link.split('/p/')[1]!;
    const pageAnswer = await stage.tocsin.anonymous.request('GET', `/api/pages/${secret}`);
    expect(pageAnswer).toMatchObject({ status: 200, body: { title: '[redacted]' } });
    const { phone, personId } = await stage.addPerson('Cem');
    await stage.ana.api.run('AddResponder', { groupId, personId });
    await stage.settle();
    expect(phone.pages.map(({ title }) => title)).toEqual(['[redacted]']);
  });

  chapter('comes back in no later title of the group: neither when an alert ends, nor when another fires', async () => {
    if (isInCluster) return;
    const fields = { groupKey: 'disks', groupLabels: { alertname: 'Disk' } };
    const alert = (instance: string) => ({ name: 'Disk', instance, summary: `Disk of ${name} is full` });
    await stage.alertmanager('firing', [alert('db-1'), alert('db-2')], fields);
    for (const { ordinal, path } of await search([name])) await stage.ana.api.run('RedactText', { ordinal, path: [...path] });
    await stage.alertmanager('resolved', [alert('db-2')], fields);
    await stage.alertmanager('firing', [{ name: 'Disk', instance: 'db-3', summary: 'Another disk is full' }], fields);
    await stage.settle();
    const row = (await stage.listGroups()).at(-1)!;
    const events = (await stage.getTimeline(row.id)).filter(({ type }) => type !== 'SignalReceived');
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['AlertsResolved', 'AlertsFired']));
    expect(JSON.stringify([row, events])).not.toContain(name);
    expect(row.title).toBe('[redacted]');
    // what the source sends anew are its words: they are redacted again
    for (const { ordinal, path } of await search([name])) await stage.ana.api.run('RedactText', { ordinal, path: [...path] });
  });

  chapter('is in no answer of any route', async () => {
    if (isInCluster) return;
    const written = await writeEverywhere(stage, name, groupId);
    await redactAll();
    const document = (await stage.ana.api.request<Document>('GET', '/api/openapi.json')).body;
    const requests = await requestsIn(stage, document, written);
    const leaks: string[] = [];
    const unread: string[] = [];
    for (const [path, addresses] of requests) {
      const answers = await Promise.all(addresses.map((one) => stage.ana.api.request('GET', one)));
      expect([path, answers.filter(({ status }) => status === 429 || status >= 500)]).toEqual([path, []]);
      if (!answers.some(({ status }) => status === 200)) unread.push(path);
      for (const [n, { body }] of answers.entries()) {
        const text = JSON.stringify(body);
        if (spellings.some((one) => text.includes(one))) leaks.push(addresses[n]!);
      }
    }
    expect(leaks).toEqual([]);
    // a sender asks with the key of its integration
    expect(unread.filter((path) => path.startsWith('/api/') && !ofSenders.has(path) && !mayBeUnread(path))).toEqual([]);
  });

  chapter('stays redacted after a restart', async () => {
    await stage.restart('SIGKILL');
    await stage.settle();
    const note = (await stage.getTimeline(groupId)).find(({ type }) => type === 'NoteAdded')!;
    expect(note.data).toMatchObject({ text: '[redacted]' });
    if (!isInCluster) expect(await search([name])).toEqual([]);
  });
});
