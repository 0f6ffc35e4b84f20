// unit: full, runs a compiler; openapi.spec.ts and openapi-document.spec.ts check the document
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openApi } from './openapi.js';

/** Calls by generated types alone, strictly: what the document leaves open or says wrongly does not compile. */
const client = `
import type { components, paths } from './api.js';

type Json<R> = R extends { content: { 'application/json': infer A } } ? A : undefined;
type Answer<O> = O extends { responses: infer R } ? { [S in keyof R & (200 | 201 | 202 | 204)]: Json<R[S]> }[keyof R & (200 | 201 | 202 | 204)] : never;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? { body: B } : object;
type Query<O> = O extends { parameters: { query: infer Q } } ? { query: Q } : O extends { parameters: { query?: infer Q } } ? { query?: Q } : object;
type Path<O> = O extends { parameters: { path: infer P } } ? { path: P } : object;
type Headers<O> = O extends { parameters: { header?: infer H } } ? { headers?: H } : object;

type Request<O> = Body<O> & Query<O> & Path<O> & Headers<O>;
/** The operations of a method by path. */
type Of<M extends 'get' | 'post' | 'delete'> = { [P in keyof paths as paths[P] extends { [K in M]: object } ? P : never]: paths[P][M] };
type Call<T> = <P extends keyof T>(path: P) => (request: Request<T[P]>) => Promise<Answer<T[P]>>;
declare const get: Call<Of<'get'>>;
declare const post: Call<Of<'post'>>;
declare const remove: Call<Of<'delete'>>;

export async function run(): Promise<void> {
  const { setUp } = await get('/api/status')({});
  const flag: boolean = setUp;
  const session = await post('/api/session')({ body: { email: 'ana@example.org', password: 'correct horse battery' } });
  const me = await get('/api/session')({});
  const { says: team } = await post('/api/commands/CreateTeam')({ body: { name: 'Payments', description: '' }, headers: { 'Idempotency-Key': 'team-1' } });
  const teamId: string = team.teamId ?? '';
  const { rows, next } = await get('/api/views/alertGroups')({
    query: { 'where.status': ['firing', 'acknowledged'], 'where.serviceId': ['', teamId], 'from.openedAt': '2026-11-21T03:12:00+01:00', sort: 'openedAt', desc: '1', limit: 200, countBy: ['status'] },
  });
  const titles: readonly string[] = rows.map(({ row }) => row.title);
  const cursor: string | null = next;
  const service = await get('/api/views/services/{id}')({ path: { id: teamId }, query: { at: '2026-11-21' } });
  const state: 'active' | 'archived' = service.row.state;
  const { says } = await post('/api/commands/AcknowledgeAlertGroup')({ body: { groupId: teamId } });
  const since: string | null | undefined = says.since;
  const integration = await post('/api/commands/CreateIntegration')({ body: { teamId, serviceId: teamId, name: 'curl', kind: 'generic' } });
  const address: string | undefined = integration.says.address;
  const events = await get('/api/events')({ query: { group: 'paging', type: ['PageStarted'], after: 12 } });
  const types: readonly string[] = events.events.map(({ type }) => type);
  const effects = await get('/api/events/{ordinal}/effects')({ path: { ordinal: 12 }, query: { limit: 20 } });
  const why = await get('/api/why')({ query: { person: me.personId, at: '2026-11-21T03:12:00Z' } });
  const shifts = await get('/api/on-call/shifts')({ query: { person: me.personId, from: '2026-11-21T03:12:00Z', to: '2026-12-21T03:12:00Z' } });
  const onCall = await get('/api/on-call')({});
  const report = await get('/api/reports/load')({ query: { from: '2026-11-01', zone: 'Europe/Oslo', urgency: 'high' } });
  const counted = await get('/api/reports/load/events')({ query: { figure: 'sleep', by: 'person', of: me.personId } });
  const messages = await get('/api/messages')({ query: { channel: ['email'], outcome: ['failed'] } });
  const bulk = await post('/api/bulk')({ body: { act: 'ResolveAlertGroup', groupIds: [teamId] } });
  const drill = await post('/api/drills')({ body: { serviceId: teamId, at: '2026-11-21T03:12:00Z', severity: 'critical', labels: {} } });
  await remove('/api/session')({});
  const person: components['schemas']['peopleRow'] = (await get('/api/views/people/{id}')({ path: { id: teamId } })).row;
  const name: string = typeof person.name === 'string' ? person.name : String(person.name.erased);
  void [flag, session, teamId, titles, cursor, state, since, address, types, effects, why, shifts, onCall, report, counted, messages, bulk, drill, name];

  // @ts-expect-error a filter is where.state
  await get('/api/views/services')({ query: { state: 'active' } });
  // @ts-expect-error a state that services don’t have
  await get('/api/views/services')({ query: { 'where.state': ['gone'] } });
  // @ts-expect-error required
  await get('/api/why')({ query: {} });
  // @ts-expect-error required
  await get('/api/reports/load/events')({ query: {} });
  // @ts-expect-error required
  await get('/api/on-call/shifts')({ query: { person: me.personId } });
  // @ts-expect-error a figure of another report
  await get('/api/reports/noise/events')({ query: { figure: 'weekend' } });
  // @ts-expect-error a row of another view
  void service.row.organisation;
}
`;

it('is what a generator of clients makes types of, by which twenty calls compile strictly', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-client-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApi({ version: '1.2.3', url: 'https://tocsin.example.org' })));
    writeFileSync(join(folder, 'client.ts'), client);
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2023',
      types: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['client.ts'] }));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const run = (program: string, ...more: readonly string[]) => [resolve('node_modules', program), ...more];
    execFileSync(process.execPath, run('openapi-typescript/bin/cli.js', join(folder, 'openapi.json'), '-o', join(folder, 'api.d.ts')), {
      stdio: 'pipe',
    });
    const { stdout, status } = spawnSync(process.execPath, run('typescript7/bin/tsc', '-p', folder), { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
