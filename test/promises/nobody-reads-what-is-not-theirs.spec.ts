import { views, type ViewName } from '@tocsin/contracts/catalogue.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import type { Client } from '@tocsin/testing/stage/client.js';

let stage: Stage;
let bo: Player;
let olga: Client;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  olga = await stage.tocsin.join(stage.ana.api, 'Olga', 'observer');
  for (const name of ['One', 'Two']) await bo.api.run('IssuePersonalToken', { name, scopes: ['read'] });
  await stage.ana.api.run('MakePasswordResetLink', { personId: bo.personId });
  await stage.ana.api.run('InvitePerson', { name: 'Cleo', email: 'cleo@example.org' });
  await stage.integration('generic');
  await stage.settle();
});
afterAll(() => stage.close());

interface Page {
  readonly rows: readonly { readonly row: unknown }[];
  readonly next: string | null;
}
const read = (client: Client, view: ViewName, query = '') => client.request<Page>('GET', `/api/views/${view}?limit=200&${query}`);

/** Values under keys that end so, at any depth. */
const valuesAt = (value: unknown, fieldPattern: RegExp): readonly (readonly [string, unknown])[] => {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, fieldPattern));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, one]) => [
    ...(fieldPattern.test(key) ? [[key, one] as const] : []),
    ...valuesAt(one, fieldPattern),
  ]);
};
const names = Object.keys(views) as readonly ViewName[];

describe('rows', () => {
  it('say where no secret lies, and hold no hash but that by which a key is named; to owners neither', async () => {
    for (const client of [stage.ana.api, olga]) {
      for (const view of names) {
        const { rows } = (await read(client, view)).body;
        const rowSecrets = valuesAt(rows, /(?:Hash|Hashes|Ref)$/).filter(([, value]) => value !== '' && value !== null);
        expect([view, rowSecrets]).toEqual([view, []]);
      }
    }
  });

  it('are neither found nor sorted by what they don’t show: a cursor would tell it', async () => {
    for (const column of ['tokenHash', 'email', 'passwordRef', 'invitationHash', '__proto__', 'constructor']) {
      for (const query of [`where.${column}=x`, `sort=${column}`]) {
        for (const view of ['tokens', 'people', 'contacts'] as const) {
          expect([query, view, await read(stage.ana.api, view, query)]).toMatchObject([
            query,
            view,
            { status: 422, body: { code: 'request.invalid' } },
          ]);
        }
      }
    }
  });

  it('show addresses of others to an observer at no moment, and only their own', async () => {
    await stage.ana.api.run('RenamePerson', { personId: bo.personId, name: 'Boris' });
    await stage.settle();
    for (const query of ['', `at=${await stage.advance('PT0S')}`]) {
      const text = JSON.stringify([(await read(olga, 'people', query)).body, (await read(olga, 'contacts', '')).body]);
      expect(new Set(text.match(/[\w.]+@example\.org/g))).toEqual(new Set(['olga@example.org']));
    }
  });
});

describe('history', () => {
  const requestHistory = (query: string) => olga.request<{ events?: readonly unknown[]; code?: string }>('GET', `/api/events?${query}`);

  it('is a page at a time, whatever is asked for', async () => {
    expect((await requestHistory('limit=1')).body.events).toHaveLength(1);
    for (const limit of ['0', '-1', '0.5', 'many', '1e9999']) {
      expect([limit, await requestHistory(`limit=${limit}`)]).toMatchObject([limit, { status: 422, body: { code: 'request.invalid' } }]);
    }
    expect((await requestHistory('limit=100000')).status).toBe(200);
  });

  it('says what is wrong with a question, and is no fault', async () => {
    const repeatedParameters = ['stream=a&stream=b', 'actor=a&actor=b', 'q=a&q=b', 'group=alerts&group=people'];
    const unknownParameters = [
      'type=Nothing',
      'type=__proto__',
      'type=constructor',
      'group=nothing',
      'group=__proto__',
      'before=x',
      'after=x',
    ];
    const times = ['from=yesterday', 'to=2026-11-21', 'from=2026-13-01T00:00:00Z', 'from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z'];
    for (const query of [...repeatedParameters, ...unknownParameters, ...times, `q=${'a'.repeat(501)}`]) {
      expect([query, await requestHistory(query)]).toMatchObject([query, { status: 422, body: { code: 'request.invalid' } }]);
    }
  });

  it('holds no address, no hash and no place of a secret for an observer', async () => {
    const { events } = (await requestHistory('limit=200')).body;
    expect(events!.length).toBeGreaterThan(10);
    const text = JSON.stringify(events);
    expect(text).not.toMatch(/(?:ana|bo|cleo)@example\.org/);
    const eventSecrets = valuesAt(events, /(?:Hash|Hashes|Ref)$/).filter(
      ([, value]) => value !== '' && value !== null && !Array.isArray(value),
    );
    expect(eventSecrets).toEqual([]);
  });
});
