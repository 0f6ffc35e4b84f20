import { story } from '@tocsin/testing/stage/story.js';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const note = (text: string, key: string, groupId: string): Promise<ClientAnswer> =>
  stage.ana.api.request('POST', '/api/commands/AddNote', { groupId, text }, { 'idempotency-key': key });

story('a command that is sent again under its key', (chapter) => {
  let groupId = '';
  let first: ClientAnswer;

  chapter('gets the same answer, and happens once', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    groupId = (await stage.getGroup()).id;
    first = await note('Looking into it', 'key-1', groupId);
    expect(first.status).toBe(202);
    const repeatAnswers = await Promise.all([note('Looking into it', 'key-1', groupId), note('Looking into it', 'key-1', groupId)]);
    expect(repeatAnswers.map(({ body }) => body)).toEqual([first.body, first.body]);
    expect((await stage.getTimeline(groupId)).filter(({ type }) => type === 'NoteAdded')).toHaveLength(1);
  });

  chapter('happens once when both come at the same moment', async () => {
    const bothAnswers = await Promise.all([note('At once', 'key-2', groupId), note('At once', 'key-2', groupId)]);
    expect(bothAnswers[0].body).toEqual(bothAnswers[1].body);
    expect((await stage.getTimeline(groupId)).filter(({ type }) => type === 'NoteAdded')).toHaveLength(2);
  });

  chapter('takes effect once when several bodies come under it at the same moment: the first; it alone is answered again', async () => {
    const listNotes = async () => (await stage.getTimeline(groupId)).filter(({ type }) => type === 'NoteAdded');
    const before = (await listNotes()).length;
    const texts = ['A', 'B', 'A', 'C'];
    const answers = await Promise.all(texts.map((text) => note(text, 'key-several', groupId)));
    const [winner] = answers.flatMap(({ status }, n) => (status === 202 ? [texts[n]] : []));
    const answerStatuses = answers.map(({ status, body }) => (status === 202 ? 202 : (body as { code: string }).code));
    expect(answerStatuses).toEqual(texts.map((text) => (text === winner ? 202 : 'idempotency.reused')));
    expect((await listNotes()).slice(before).map(({ data }) => (data as { text: unknown }).text)).toEqual([winner]);
  });

  chapter('is refused with another body', async () => {
    expect(await note('Something else', 'key-1', groupId)).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
  });

  chapter('gets the same answer after a kill, too', async () => {
    await stage.restart('SIGKILL');
    expect((await note('Looking into it', 'key-1', groupId)).body).toEqual(first.body);
    expect(await note('Something else', 'key-1', groupId)).toMatchObject({ status: 422, body: { code: 'idempotency.reused' } });
    expect((await stage.getTimeline(groupId)).filter(({ type }) => type === 'NoteAdded')).toHaveLength(3);
  });

  chapter('is refused again when it was refused', async () => {
    const unacknowledge = (): Promise<ClientAnswer<{ code: string }>> =>
      stage.ana.api.request('POST', '/api/commands/UnacknowledgeAlertGroup', { groupId }, { 'idempotency-key': 'key-3' });
    expect(await unacknowledge()).toMatchObject({ status: 409, body: { code: 'alert_group.not_acknowledged' } });
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await unacknowledge()).toMatchObject({ status: 409, body: { code: 'alert_group.not_acknowledged' } });
  });

  chapter('is no key when it is empty: each is a command of its own', async () => {
    expect((await note('Without a key', '', groupId)).status).toBe(202);
    expect((await note('Another without a key', '', groupId)).status).toBe(202);
    const listNotes = (await stage.getTimeline(groupId)).filter(({ type }) => type === 'NoteAdded');
    expect(listNotes.map(({ data }) => (data as { text: unknown }).text)).toEqual(
      expect.arrayContaining(['Without a key', 'Another without a key']),
    );
  });

  chapter('is another command from another person', async () => {
    const bo = await stage.addPerson('Bo');
    const answer = await bo.api.request('POST', '/api/commands/AddNote', { groupId, text: 'Bo' }, { 'idempotency-key': 'key-1' });
    expect(answer.status).toBe(202);
  });

  chapter('is answered with the same secret again, and after a kill, and when the kept answers were lost', async () => {
    const { personId } = stage.ana;
    const { teamId, serviceId } = stage.setUpAnswer;
    const secretCommands: readonly (readonly [string, object])[] = [
      ['IssuePersonalToken', { name: 'Deploys', scopes: ['read'] }],
      ['InvitePerson', { name: 'Cleo', email: 'cleo@example.org' }],
      ['CreateIntegration', { teamId, serviceId, name: 'Another', kind: 'generic' }],
      ['AddContactMethod', { personId, kind: 'webhook', address: `${stage.ana.phone.url}/two` }],
    ];
    const send = async () => {
      const answers = [];
      for (const [type, body] of secretCommands) {
        const answer = await stage.ana.api.request<{ says: object }>('POST', `/api/commands/${type}`, body, {
          'idempotency-key': `of ${type}`,
        });
        expect([type, answer.status]).toEqual([type, 202]);
        answers.push(answer.body.says);
      }
      return answers;
    };
    const secretsIn = (secretAnswers: readonly object[]) =>
      secretAnswers.map((one) => Object.entries(one).filter(([name]) => ['token', 'invitation', 'key', 'signingSecret'].includes(name)));
    const firstAnswers = await send();
    expect(secretsIn(firstAnswers).map((secrets) => secrets.length)).toEqual([1, 1, 1, 1]);
    expect(await send()).toEqual(firstAnswers);
    await stage.restart('SIGKILL');
    expect(await send()).toEqual(firstAnswers);
    const session = stage.ana.api.token;
    await stage.tocsin.stop();
    const sideDatabase = new Database(join(stage.tocsin.data, 'side', 'side.db'));
    sideDatabase.exec('DELETE FROM kept_answers');
    sideDatabase.close();
    await stage.restart();
    expect(session).toBe(stage.ana.api.token);
    expect(secretsIn(await send())).toEqual(secretsIn(firstAnswers));
  });
});
