import { story } from '@tocsin/testing/stage/story.js';
import { v7 } from 'uuid';
import type { ImportAnswer, ImportRow } from '@tocsin/contracts/people/import.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let adam: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  adam = await stage.addPerson('Adam', { role: 'admin', isInTeam: false });
  await stage.settle();
});
afterAll(() => stage.close());

const post = (rows: readonly ImportRow[], importMode: 'check' | 'good' | 'all', key = v7(), player = stage.ana) =>
  player.api.request<ImportAnswer>('POST', '/api/people/import', { rows, what: importMode }, { 'idempotency-key': key });
const statesOf = ({ rows }: ImportAnswer) => rows.map(({ state }) => state);
const codesOf = ({ rows }: ImportAnswer) => rows.map(({ errors }) => errors.map(({ path, code }) => `${path} ${code}`));
const count = async () => (await stage.ana.api.list('people')).length;
const row = (name: string, more: ImportRow = {}): ImportRow => ({ name, email: `${name.toLowerCase()}@example.org`, ...more });

const mixedRows: readonly ImportRow[] = [
  row('Bo', { team: 'acme', timeZone: 'Europe/Oslo', phone: '+47 123' }),
  { name: 'No address', email: 'nobody' },
  row('Cleo', { role: 'Observer' }),
  row('Twice', { email: 'BO@example.org' }),
  row('Adam'),
  row('Dan', { team: 'Nowhere', timeZone: 'Mars/Olympus' }),
  {},
];

story('a table of people', (chapter) => {
  chapter('is checked row by row, in the words of the API, and changes nothing', async () => {
    const before = await count();
    const { status, body } = await post(mixedRows, 'check');
    expect(status).toBe(202);
    expect(statesOf(body)).toEqual(['good', 'refused', 'good', 'refused', 'refused', 'refused', 'refused']);
    expect(codesOf(body)).toEqual([
      [],
      ['email invalid_format'],
      [],
      ['email person.twice_in_table'],
      ['email person.email_taken'],
      ['team team.unknown_name', 'timeZone time_zone.unknown'],
      ['name too_small', 'email invalid_format'],
    ]);
    expect(body.rows[0]!.notes).toMatchObject([{ path: 'phone', code: 'phone_not_used' }]);
    expect(body.rows[5]!.errors[0]!.message).toContain('There is no team called “Nowhere”.');
    expect(await count()).toBe(before);
  });

  chapter('invites all or none if requested', async () => {
    const before = await count();
    expect(statesOf((await post(mixedRows, 'all')).body)).not.toContain('invited');
    expect(await count()).toBe(before);
  });

  chapter('invites the good ones, into their teams, each by a link of their own', async () => {
    const key = v7();
    const { body } = await post(mixedRows, 'good', key);
    expect(statesOf(body)).toEqual(['invited', 'refused', 'invited', 'refused', 'refused', 'refused', 'refused']);
    await stage.settle();
    const { personId, invitation } = body.rows[0]!;
    expect(await stage.ana.api.row('people', personId!)).toMatchObject({ state: 'invited', role: 'member', timeZone: 'Europe/Oslo' });
    expect(await stage.ana.api.row('people', body.rows[2]!.personId!)).toMatchObject({ role: 'observer' });
    const { members } = await stage.ana.api.row('teams', stage.setUpAnswer.teamId);
    expect(members).toContainEqual({ personId, role: 'responder' });
    expect((await post(mixedRows, 'good', key)).body.rows.map((one) => one.invitation)).toEqual(body.rows.map((one) => one.invitation));
    const joinAnswer = await stage.tocsin.anonymous.request('POST', `/api/invitations/${invitation!.split('/invite/')[1]!}`, {
      password: 'correct horse battery',
    });
    expect(joinAnswer.status).toBe(201);
    await stage.settle();
    expect(await stage.ana.api.row('people', personId!)).toMatchObject({ state: 'active' });
  });

  chapter('is not answered with the links of another table that was sent under the same key', async () => {
    const key = v7();
    const first = (await post([row('Eve')], 'good', key)).body.rows[0]!;
    const second = (await post([row('Finn')], 'good', key)).body.rows[0]!;
    expect([first.state, second.state]).toEqual(['invited', 'invited']);
    expect(second.invitation).not.toBe(first.invitation);
    await stage.settle();
    expect(await stage.ana.api.row('people', second.personId!)).toMatchObject({ name: 'Finn', email: 'finn@example.org' });
  });

  chapter('takes hundreds, in one append', async () => {
    const { teamId } = stage.setUpAnswer;
    const rows = Array.from({ length: 250 }, (_, n) => row(`Person${n}`, { team: 'Acme' }));
    const head = await stage.getHead();
    const { body } = await post(rows, 'all');
    expect(new Set(statesOf(body))).toEqual(new Set(['invited']));
    expect(new Set(body.rows.map(({ invitation }) => invitation)).size).toBe(250);
    await stage.settle();
    const inviteEvents = (await stage.ana.api.events('people-directory')).filter(({ ordinal }) => ordinal > head);
    expect(new Set(inviteEvents.map(({ meta }) => meta.commandId)).size).toBe(1);
    expect((await stage.ana.api.row('teams', teamId)).members.length).toBeGreaterThanOrEqual(250);
  });

  chapter('is for owners and admins, with at most 500 rows; an admin invites no owner', async () => {
    const member = await stage.addPerson('Mo');
    expect((await post([row('X')], 'check', v7(), member)).status).toBe(403);
    expect(
      (
        await post(
          Array.from({ length: 501 }, () => row('X')),
          'check',
        )
      ).status,
    ).toBe(422);
    expect(codesOf((await post([row('Olga', { role: 'owner' })], 'good', v7(), adam)).body)).toEqual([['role permission.denied']]);
    expect(codesOf((await post([row('Olga', { role: 'observer', team: 'Acme' })], 'check')).body)).toEqual([['team person.observes']]);
  });
});
