import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { v7 } from 'uuid';
import { commands, type CommandType } from '@tocsin/contracts/catalogue.js';
import { commandRefusals } from '@tocsin/contracts/command-refusals.gen.js';
import { permissions } from '@tocsin/contracts/permissions.js';
import { allRoutes as routes } from '../../apps/server/src/query/all-routes.js';
import { computedRefusals, type Route } from '@tocsin/contracts/routes/route.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Client, type ClientAnswer } from '@tocsin/testing/stage/client.js';
import { byTier } from '@tocsin/testing/tier.js';
import { castIn, type Member, type World } from './matrix/cast.js';
import { expectedOutcome, type ExpectedOutcome, type Table } from './matrix/expected.js';
import { askedPlainly, diffRoutes, nameOfRoute, samplesOf } from './matrix/routes.js';
import { samples, type Sample } from './matrix/samples.js';

/*
 * Every command and every route × every kind of caller × our team and theirs, oneself and others: what the table of permissions says,
 * and what a running server does. The table is read twice, by the guard and by matrix/expected.ts, which share no code.
 */
let stage: Stage;
let world: World;
let cast: readonly Member[];
let servedRoutes: readonly string[];

beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tocsin-routes-')), 'routes.json');
  const preload = pathToFileURL(resolve('test/promises/matrix/routes-of-server.mjs')).href;
  // without the web app’s files, which are no routes
  stage = await Stage.begin({ env: { NODE_OPTIONS: `--import ${preload}`, TOCSIN_TEST_ROUTES: file, TOCSIN_WEB: '/nowhere' } });
  // backups go to the bucket of the example, which nobody has
  stage.expectedErrors = /"where":"backup"/;
  servedRoutes = JSON.parse(readFileSync(file, 'utf8')) as string[];
  ({ world, cast } = await castIn(stage));
});
afterAll(() => stage.close());

const byPermission = new Set<unknown>([
  'session.required',
  'token.invalid',
  'token.not_for_this',
  'token.scope_missing',
  'permission.denied',
] satisfies ExpectedOutcome[]);

const codeOf = ({ status, body }: ClientAnswer): string | null =>
  status < 400 ? null : ((body as { code?: string }).code ?? `status ${status}`);
const outcomeOf = (code: string | null, hidden?: string): string =>
  code === null ? 'in' : byPermission.has(code) ? code : code === hidden ? 'permission.denied' : 'in';
/** Whether the document of the API lists the refusal of the command; all share those of identity. */
const isListed = (type: CommandType, code: string | null): boolean =>
  code === null || byPermission.has(code) || code === 'session.proof_needed' || commandRefusals[type].some((one) => one === code);
/** Responses that don’t depend on permissions, and must not count as permitted. */
const isNoAnswer = ({ status }: ClientAnswer, code: string | null): boolean =>
  status >= 500 || status === 429 || code === 'request.invalid';

/** In the short run every third of the other callers sends a sample: others the next one, so that each is asked of each kind of right. */
const shareOfCallers = byTier({ short: 3, full: 1, deep: 1 });
const callersOf = (sampleNumber: number): readonly Member[] =>
  cast.filter((member, n) => member === cast[0] || (n + sampleNumber) % shareOfCallers === 0);

/** Sends one sample as each of these callers, the owner first; returns the differences from the table in words. */
const judgeCommand = async (
  type: CommandType,
  sample: Sample,
  table: Table,
  [owner, ...otherMembers]: readonly Member[] = cast,
): Promise<readonly string[]> => {
  const judge = async (member: Member): Promise<readonly string[]> => {
    const answer = await member.client.request('POST', `/api/commands/${type}`, sample.body(world, member), { 'idempotency-key': v7() });
    const code = codeOf(answer);
    const permissionsAsked = [commands[type].permission, ...(sample.permission ? [sample.permission] : [])];
    const allowedOutcome =
      permissionsAsked
        .map((permission) => expectedOutcome(table, permission, member.caller, sample.scopeOf(member)))
        .find((one) => one !== 'in') ?? 'in';
    const actual = isNoAnswer(answer, code) ? JSON.stringify(answer.body) : outcomeOf(code, sample.hidden);
    const violations =
      actual === allowedOutcome && isListed(type, code)
        ? []
        : [`${type} ${sample.title}, by ${member.name}: ${actual} instead of ${allowedOutcome} (${code ?? 'accepted'})`];
    const isFirst = member === cast[0];
    const isReached = !isFirst || code === (sample.owner ?? null);
    return isReached
      ? violations
      : [...violations, `${type} ${sample.title}: the owner’s is answered ${code ?? 'accepted'}, so others’ show little`];
  };
  const first = await judge(owner!);
  return [...first, ...(await Promise.all(otherMembers.map(judge))).flat()];
};

const judgeRoute = async (route: Route<string>, callers: readonly Member[]): Promise<readonly string[]> => {
  const requestsByMember = samplesOf(route).flatMap((sample) => callers.map((member) => ({ sample, who: member })));
  if (requestsByMember.length === 0) return [`${nameOfRoute(route)} has no sample`];
  // on the machine itself figures need no permission
  const otherAddressHeader = { 'x-forwarded-for': '198.51.100.9' };
  const violations = await Promise.all(
    requestsByMember.map(async ({ sample, who }) => {
      const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
      const answer = await who.client.request(
        route.method,
        sample.path(world, who),
        body,
        route.path === '/metrics' ? otherAddressHeader : {},
      );
      const code = codeOf(answer);
      // who is told that too much is computed just now was let in
      const isFault = answer.status >= 500 && !computedRefusals.some((one) => one === code);
      const actual = isFault ? JSON.stringify(answer.body) : outcomeOf(code);
      const allowedOutcome = expectedOutcome(permissions, route.permission, who.caller, sample.scopeOf(who));
      return actual === allowedOutcome ? [] : [`${nameOfRoute(route)} by ${who.name}: ${actual} instead of ${allowedOutcome}`];
    }),
  );
  return violations.flat();
};

describe('the list of routes', () => {
  it('is what the server serves, no more and no less', () => {
    expect(diffRoutes(servedRoutes, routes)).toEqual([]);
  });

  it('would be found wrong: one served in secret, one promised and not there', () => {
    const [first, ...otherRoutes] = routes.filter(({ method }) => method === 'DELETE');
    expect(
      diffRoutes(
        servedRoutes,
        routes.filter((route) => route !== first),
      ),
    ).toEqual([`served, and not listed: ${nameOfRoute(first!)}`]);
    expect(diffRoutes(servedRoutes, [...routes, { ...otherRoutes[0]!, path: '/api/nowhere' }])).toEqual([
      'listed, and not served: DELETE /api/nowhere',
    ]);
  });
});

describe('a route lets in whom the table lets in', () => {
  it.each(askedPlainly.map((route, n) => [nameOfRoute(route), route, n] as const))('%s', async (_name, route, n) => {
    expect(await judgeRoute(route, callersOf(n))).toEqual([]);
  });

  it.each(['integration_key', 'page_link', 'feed_link', 'operator_token'])(
    'and what takes the %s is opened by no role',
    async (entrance) => {
      const lockedRoutes = askedPlainly.filter(({ permission }) => permission === entrance);
      expect(lockedRoutes.length).toBeGreaterThan(0);
      for (const route of lockedRoutes) {
        const answers = await Promise.all(
          cast.map((member) =>
            member.client.request(route.method, samplesOf(route)[0]!.path(world, member), route.method === 'GET' ? undefined : {}),
          ),
        );
        expect([nameOfRoute(route), answers.map(({ status }) => status).filter((status) => status < 400)]).toEqual([
          nameOfRoute(route),
          [],
        ]);
      }
    },
  );

  it('DELETE /api/session', async () => {
    const violations = await Promise.all(
      cast.map(async (member) => {
        const allowedOutcome = expectedOutcome(permissions, 'session', member.caller, { team: null, isOwn: true });
        // a signed-in caller signs out of a session that is no longer needed
        const client = allowedOutcome === 'in' ? await signInAgain(member) : member.client;
        const actual = outcomeOf(codeOf(await client.request('DELETE', '/api/session')));
        return actual === allowedOutcome ? [] : [`${member.name}: ${actual} instead of ${allowedOutcome}`];
      }),
    );
    expect(violations.flat()).toEqual([]);
  });

  it('POST /api/bulk, each group by itself', async () => {
    const violations = await Promise.all(
      (['ours', 'theirs'] as const).flatMap((team) =>
        cast.map(async (member) => {
          const body = { act: 'AcknowledgeAlertGroup', groupIds: [world.teams[team].groupId] };
          const answer = await member.client.request<{ results?: { problem?: { code: string } }[] }>('POST', '/api/bulk', body);
          const actual = outcomeOf(codeOf(answer) ?? answer.body.results?.[0]?.problem?.code ?? null);
          const allowedOutcome = expectedOutcome(permissions, 'alert_group.act', member.caller, { team, isOwn: false });
          return actual === allowedOutcome ? [] : [`${member.name}, ${team}: ${actual} instead of ${allowedOutcome}`];
        }),
      ),
    );
    expect(violations.flat()).toEqual([]);
  });
});

const signInAgain = async ({ personId }: Member): Promise<Client> => {
  const { email } = await stage.ana.api.row('people', personId!);
  const answer = await stage.tocsin.anonymous.request<{ token: string }>('POST', '/api/session', {
    email,
    password: 'correct horse battery',
  });
  return new Client(stage.tocsin.url, answer.body.token, personId!);
};

describe('a command lets in whom the table lets in', () => {
  it('and there is a sample of each', () => {
    expect(Object.keys(samples).toSorted()).toEqual(Object.keys(commands).toSorted());
    expect(Object.values(samples).filter((list) => list.length === 0)).toEqual([]);
  });

  it('would be found wrong by a table with one wrong word', async () => {
    const plantedPermissions = { ...permissions, 'alert_group.act': { ...permissions['alert_group.act'], observer: 'all' as const } };
    const violations = await judgeCommand('AddNote', samples.AddNote[0]!, plantedPermissions);
    const sentences = ['observer', 'auditor', 'observer’s token'].map(
      (name) => `AddNote of our team, by ${name}: permission.denied instead of in (permission.denied)`,
    );
    expect(violations).toEqual(sentences);
  });

  // one test: a command that is let in changes what the samples of later ones are about
  it('each of them, in the order of the samples', async () => {
    // without it, a code of an app says nothing
    await cast[0]!.client.request('POST', '/api/two-factor');
    const violations: string[] = [];
    let n = 0;
    for (const type of Object.keys(samples) as CommandType[])
      for (const sample of samples[type]) violations.push(...(await judgeCommand(type, sample, permissions, callersOf((n += 1)))));
    expect(violations).toEqual([]);
  });
});
