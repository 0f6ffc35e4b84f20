import type { Answer } from '@tocsin/testing/client.js';
import { Stage } from '@tocsin/testing/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const note = (text: string, key: string, groupId: string): Promise<Answer> =>
  stage.ana.api.request('POST', '/api/commands/AddNote', { groupId, text }, { 'idempotency-key': key });

describe('a command that is sent again under its key', () => {
  let groupId = '';
  let first: Answer;

  it('gets the same answer, and happens once', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    groupId = (await stage.group()).id;
    first = await note('Looking into it', 'key-1', groupId);
    expect(first.status).toBe(202);
    const again = await Promise.all([note('Looking into it', 'key-1', groupId), note('Looking into it', 'key-1', groupId)]);
    expect(again.map(({ body }) => body)).toEqual([first.body, first.body]);
    expect((await stage.timeline(groupId)).filter(({ type }) => type === 'NoteAdded')).toHaveLength(1);
  });

  it('happens once when both come at the same moment', async () => {
    const both = await Promise.all([note('At once', 'key-2', groupId), note('At once', 'key-2', groupId)]);
    expect(both[0].body).toEqual(both[1].body);
    expect((await stage.timeline(groupId)).filter(({ type }) => type === 'NoteAdded')).toHaveLength(2);
  });

  it('is refused with another body', async () => {
    expect(await note('Something else', 'key-1', groupId)).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
  });

  it('gets the same answer after a kill, too', async () => {
    await stage.restart('SIGKILL');
    expect((await note('Looking into it', 'key-1', groupId)).body).toEqual(first.body);
    expect(await note('Something else', 'key-1', groupId)).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
    expect((await stage.timeline(groupId)).filter(({ type }) => type === 'NoteAdded')).toHaveLength(2);
  });

  it('is refused again when it was refused', async () => {
    const unack = (): Promise<Answer<{ code: string }>> =>
      stage.ana.api.request('POST', '/api/commands/UnacknowledgeAlertGroup', { groupId }, { 'idempotency-key': 'key-3' });
    expect(await unack()).toMatchObject({ status: 409, body: { code: 'alert_group.not_acknowledged' } });
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await unack()).toMatchObject({ status: 409, body: { code: 'alert_group.not_acknowledged' } });
  });

  it('is no key when it is empty: each is a command of its own', async () => {
    expect((await note('Without a key', '', groupId)).status).toBe(202);
    expect((await note('Another without a key', '', groupId)).status).toBe(202);
    const notes = (await stage.timeline(groupId)).filter(({ type }) => type === 'NoteAdded');
    expect(notes.map(({ data }) => (data as { text: unknown }).text)).toEqual(
      expect.arrayContaining(['Without a key', 'Another without a key']),
    );
  });

  it('is another command from another person', async () => {
    const bo = await stage.person('Bo');
    const answer = await bo.api.request('POST', '/api/commands/AddNote', { groupId, text: 'Bo' }, { 'idempotency-key': 'key-1' });
    expect(answer.status).toBe(202);
  });
});
