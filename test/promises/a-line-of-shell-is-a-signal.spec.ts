import { story } from '@tocsin/testing/stage/story.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { GenericAccepted } from '../../apps/server/src/ingest/senders/generic/format.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const execFileAsync = promisify(execFile);

let stage: Stage;
let address: string;
beforeAll(async () => {
  stage = await Stage.begin();
  address = `${stage.tocsin.url}${(await stage.integration('generic')).path}`;
});
afterAll(() => stage.close());

/** Output of `curl` with these arguments. */
const runCurl = async (...args: readonly string[]): Promise<GenericAccepted> => {
  const { stdout } = await execFileAsync('curl', ['--silent', '--show-error', '--noproxy', '*', address, ...args]);
  return JSON.parse(stdout) as GenericAccepted;
};

story('a line of shell', (chapter) => {
  chapter('is a signal, as a form; its answer says that the alert is new, and later which alert group it is', async () => {
    const first = await runCurl('-d', 'summary=The disk is full', '-d', 'key=db-1/disk', '--data-urlencode', 'labels[host]=db-1 & db-2');
    expect(first).toEqual({
      status: 'accepted',
      key: 'db-1/disk',
      keyFrom: 'you',
      alert: { summary: 'The disk is full', new: true, groupId: null, number: null },
    });
    const group = await stage.getGroup(1);
    expect(group).toMatchObject({ title: 'The disk is full (db-1 & db-2)', labels: ['host=db-1 & db-2'] });
    const secondAnswer = await runCurl('-d', 'summary=The disk is full', '-d', 'key=db-1/disk');
    expect(secondAnswer.alert).toEqual({ summary: 'The disk is full', new: false, groupId: group.id, number: 1 });
    const resolveAnswer = await runCurl('-d', 'action=resolve', '-d', 'key=db-1/disk');
    expect(resolveAnswer.alert).toEqual({ summary: null, new: false, groupId: group.id, number: 1 });
    expect((await stage.getGroup(1)).status).toBe('resolved');
    expect((await runCurl('-d', 'action=resolve', '-d', 'key=db-1/disk')).alert).toMatchObject({ new: false, groupId: null });
  });

  chapter('is JSON as well, which curl calls a form; broken JSON is told so', async () => {
    expect((await runCurl('-d', '{"summary": "As JSON"}')).alert).toMatchObject({ summary: 'As JSON', new: true });
    expect(await runCurl('-d', '{"summary": "As JSON"')).toMatchObject({ status: 400, code: 'request.malformed' });
    expect(await runCurl('-d', 'sumary=Mistyped')).toMatchObject({ status: 400, code: 'ingest.missing_field' });
  });

  chapter('leaves no key in what is kept of a form', async () => {
    const key = address.split('/').at(-1)!;
    const escapedKey = `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`;
    await runCurl('-d', `summary=With its key&details[key]=${escapedKey}`);
    await stage.settle();
    const { body } = await stage.ana.api.request<{ events: { ordinal: number }[] }>('GET', '/api/events?type=SignalReceived&limit=1');
    const { body: eventAnswer } = await stage.ana.api.request('GET', `/api/events/${body.events[0]!.ordinal}`);
    expect(JSON.stringify(eventAnswer)).toContain('[integration key]');
    expect(JSON.stringify(eventAnswer)).not.toContain(key);
  });
});
