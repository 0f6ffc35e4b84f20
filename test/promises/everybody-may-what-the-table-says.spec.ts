import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { v7 } from 'uuid';
import { commands, type CommandType } from '@tocsin/contracts/catalogue.js';
import { permissions } from '@tocsin/contracts/permissions.js';
import { allRoutes as routes } from '../../apps/server/src/query/all-routes.js';
import type { Route } from '@tocsin/contracts/routes/route.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Client, type ClientAnswer } from '@tocsin/testing/stage/client.js';
import { castIn, type Member, type World } from './matrix/cast.js';
import { expected, type Outcome, type Table } from './matrix/expected.js';
import { askedPlainly, differences, named, samplesOf } from './matrix/routes.js';
import { samples, type Sample } from './matrix/samples.js';

/*
 * Every command and every route × every kind of caller × our team and theirs, oneself and others: what the table of permissions says,
 * and what a running server does. The table is read twice, by the guard and by matrix/expected.ts, which share no code.
 */
let stage: Stage;
let world: World;
let cast: readonly Member[];
let served: readonly string[];

beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tocsin-routes-')), 'routes.json');
  const preload = pathToFileURL(resolve('test/promises/matrix/routes-of-server.mjs')).href;
  // without the web app’s files, which are no routes
  stage = await Stage.begin({ env: { NODE_OPTIONS: `--import ${preload}`, TOCSIN_TEST_ROUTES: file, TOCSIN_WEB: '/nowhere' } });
  served = JSON.parse(readFileSync(file, 'utf8')) as string[];
  ({ world, cast } = await castIn(stage));
});
afterAll(() => stage.close());

const byPermission = new Set<unknown>([
  'session.required',
  'token.invalid',
  'token.not_for_this',
  'token.scope_missing',
  'permission.denied',
] satisfies Outcome[]);

const codeOf = ({ status, body }: ClientAnswer): string | null =>
  status < 400 ? null : ((body as { code?: string }).code ?? `status ${status}`);
const outcomeOf = (code: string | null, hidden?: string): string =>
  code === null ? 'in' : byPermission.has(code) ? code : code === hidden ? 'permission.denied' : 'in';
/** Responses that don’t depend on permissions, and must not count as permitted. */
const isNoAnswer = ({ status }: ClientAnswer, code: string | null): boolean =>
  status >= 500 || status === 429 || code === 'request.invalid';

/** Sends one sample as each caller, the owner first; returns the differences from the table in words. */
const judged = async (type: CommandType, sample: Sample, table: Table): Promise<readonly string[]> => {
  const judge = async (who: Member): Promise<readonly string[]> => {
    const answer = await who.client.request('POST', `/api/commands/${type}`, sample.body(world, who), { 'idempotency-key': v7() });
    const code = codeOf(answer);
    const asked = [commands[type].permission, ...(sample.permission ? [sample.permission] : [])];
    const right = asked.map((permission) => expected(table, permission, who.caller, sample.about(who))).find((one) => one !== 'in') ?? 'in';
    const found = isNoAnswer(answer, code) ? JSON.stringify(answer.body) : outcomeOf(code, sample.hidden);
    const wrong = found === right ? [] : [`${type} ${sample.says}, by ${who.name}: ${found} instead of ${right} (${code ?? 'accepted'})`];
    const isFirst = who === cast[0];
    const isReached = !isFirst || code === (sample.owner ?? null);
    return isReached ? wrong : [...wrong, `${type} ${sample.says}: the owner’s is answered ${code ?? 'accepted'}, so others’ show little`];
  };
  const [owner, ...others] = cast;
  const first = await judge(owner!);
  return [...first, ...(await Promise.all(others.map(judge))).flat()];
};

const judgedRoute = async (route: Route<string>): Promise<readonly string[]> => {
  const asked = samplesOf(route).flatMap((sample) => cast.map((who) => ({ sample, who })));
  if (asked.length === 0) return [`${named(route)} has no sample`];
  // on the machine itself figures need no permission
  const elsewhere = { 'x-forwarded-for': '198.51.100.9' };
  const wrong = await Promise.all(
    asked.map(async ({ sample, who }) => {
      const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
      const answer = await who.client.request(route.method, sample.path(world, who), body, route.path === '/metrics' ? elsewhere : {});
      const found = answer.status >= 500 ? JSON.stringify(answer.body) : outcomeOf(codeOf(answer));
      const right = expected(permissions, route.permission, who.caller, sample.about(who));
      return found === right ? [] : [`${named(route)} by ${who.name}: ${found} instead of ${right}`];
    }),
  );
  return wrong.flat();
};

describe('the list of routes', () => {
  it('is what the server serves, no more and no less', () => {
    expect(differences(served, routes)).toEqual([]);
  });

  it('would be found wrong: one served in secret, one promised and not there', () => {
    const [first, ...rest] = routes.filter(({ method }) => method === 'DELETE');
    expect(
      differences(
        served,
        routes.filter((route) => route !== first),
      ),
    ).toEqual([`served, and not listed: ${named(first!)}`]);
    expect(differences(served, [...routes, { ...rest[0]!, path: '/api/nowhere' }])).toEqual([
      'listed, and not served: DELETE /api/nowhere',
    ]);
  });
});

describe('a route lets in whom the table lets in', () => {
  it.each(askedPlainly.map((route) => [named(route), route] as const))('%s', async (_name, route) => {
    expect(await judgedRoute(route)).toEqual([]);
  });

  it.each(['integration_key', 'page_link', 'feed_link', 'operator_token'])(
    'and what takes the %s is opened by no role',
    async (entrance) => {
      const locked = askedPlainly.filter(({ permission }) => permission === entrance);
      expect(locked.length).toBeGreaterThan(0);
      for (const route of locked) {
        const answers = await Promise.all(
          cast.map((who) =>
            who.client.request(route.method, samplesOf(route)[0]!.path(world, who), route.method === 'GET' ? undefined : {}),
          ),
        );
        expect([named(route), answers.map(({ status }) => status).filter((status) => status < 400)]).toEqual([named(route), []]);
      }
    },
  );

  it('DELETE /api/session', async () => {
    const wrong = await Promise.all(
      cast.map(async (who) => {
        const right = expected(permissions, 'session', who.caller, { team: null, own: true });
        // a signed-in caller signs out of a session that is no longer needed
        const client = right === 'in' ? await signedInAgain(who) : who.client;
        const found = outcomeOf(codeOf(await client.request('DELETE', '/api/session')));
        return found === right ? [] : [`${who.name}: ${found} instead of ${right}`];
      }),
    );
    expect(wrong.flat()).toEqual([]);
  });

  it('POST /api/bulk, each group by itself', async () => {
    const wrong = await Promise.all(
      (['ours', 'theirs'] as const).flatMap((team) =>
        cast.map(async (who) => {
          const body = { act: 'AcknowledgeAlertGroup', groupIds: [world.teams[team].groupId] };
          const answer = await who.client.request<{ results?: { problem?: { code: string } }[] }>('POST', '/api/bulk', body);
          const found = outcomeOf(codeOf(answer) ?? answer.body.results?.[0]?.problem?.code ?? null);
          const right = expected(permissions, 'alert_group.act', who.caller, { team, own: false });
          return found === right ? [] : [`${who.name}, ${team}: ${found} instead of ${right}`];
        }),
      ),
    );
    expect(wrong.flat()).toEqual([]);
  });
});

const signedInAgain = async ({ personId }: Member): Promise<Client> => {
  const { email } = await stage.ana.api.row('people', personId!);
  const answer = await stage.tocsin.anonymous.request<{ token: string }>('POST', '/api/session', { email, password: 'correct horse battery' });
  return new Client(stage.tocsin.url, answer.body.token, personId!);
};

describe('a command lets in whom the table lets in', () => {
  it('and there is a sample of each', () => {
    expect(Object.keys(samples).toSorted()).toEqual(Object.keys(commands).toSorted());
    expect(Object.values(samples).filter((list) => list.length === 0)).toEqual([]);
  });

  it('would be found wrong by a table with one wrong word', async () => {
    const planted = { ...permissions, 'alert_group.act': { ...permissions['alert_group.act'], observer: 'all' as const } };
    const wrong = await judged('AddNote', samples.AddNote[0]!, planted);
    const says = ['observer', 'auditor', 'observer’s token'].map(
      (name) => `AddNote of our team, by ${name}: permission.denied instead of in (permission.denied)`,
    );
    expect(wrong).toEqual(says);
  });

  // one test: a command that is let in changes what the samples of later ones are about
  it('each of them, in the order of the samples', async () => {
    // without it, a code of an app says nothing
    await cast[0]!.client.request('POST', '/api/two-factor');
    const wrong: string[] = [];
    for (const type of Object.keys(samples) as CommandType[])
      for (const sample of samples[type]) wrong.push(...(await judged(type, sample, permissions)));
    expect(wrong).toEqual([]);
  });
});
