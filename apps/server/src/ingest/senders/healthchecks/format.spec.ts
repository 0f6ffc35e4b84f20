import { arrivalAt, resultOf } from '../../arrival.fixture.js';
import type { PingOutcome } from '../../reading.js';
import { matchOf } from '../../routes.js';
import { healthchecksPings } from './format.js';

const key = '5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278';
const read = (path: string, query: Record<string, string> = {}, body: unknown = '') => {
  const { route, params } = matchOf(path)!;
  return healthchecksPings.read(arrivalAt(route.path, { params, query, body }), 'new');
};
const ping = (rest: string, query?: Record<string, string>, body?: unknown) => read(`/ping/${key}${rest}`, query, body);
const answer = (path: string, outcome: PingOutcome) => {
  const { status, body } = healthchecksPings.answer(read(path), { ...resultOf(), ping: outcome });
  return [status, body];
};

describe('a ping', () => {
  it.each([
    ['', null, 'success', null],
    ['/0', null, 'success', 0],
    ['/1', null, 'fail', 1],
    ['/255', null, 'fail', 255],
    ['/fail', null, 'fail', null],
    ['/KILL', null, 'fail', null],
    ['/RTMIN+3', null, 'fail', null],
    ['/db-backup/TERM', 'db-backup', 'fail', null],
    ['/start', null, 'start', null],
    ['/log', null, 'log', null],
    ['/db-backup', 'db-backup', 'success', null],
    ['/db-backup/', 'db-backup', 'success', null],
    ['/db-backup/0', 'db-backup', 'success', 0],
    ['/db-backup/fail', 'db-backup', 'fail', null],
    ['/fail/fail', 'fail', 'fail', null],
  ])('at %s is of %s: %s', (rest, slug, state, exitStatus) =>
    expect(ping(rest)).toMatchObject({ kind: 'ping', heartbeat: slug === null ? null : { slug }, state, exitStatus }),
  );

  it.each(['/256', '/1000', '/Backup', '/b%20c', '/backup/soon', '/backup/-1', '/Backup/0', '/__proto__/toString', `/${'a'.repeat(101)}`])(
    'at %s is refused as Healthchecks refuses it',
    (rest) => {
      const reading = ping(rest);
      expect(reading).toMatchObject({ kind: 'refusal', refusal: 'unrecognized' });
      expect(healthchecksPings.answer(reading, resultOf())).toMatchObject({ status: 400, body: 'invalid url format' });
    },
  );

  it('names its run by a UUID in any case, and by nothing else', () => {
    expect(ping('/start', { rid: key.toUpperCase() })).toMatchObject({ runId: key });
    const reading = ping('/start', { rid: '7' });
    expect(healthchecksPings.answer(reading, resultOf())).toMatchObject({ status: 400, body: 'invalid uuid format' });
  });

  it('makes a heartbeat only of a slug', () => {
    expect(ping('/backup', { create: '1' })).toMatchObject({ makes: {} });
    expect(ping('', { create: '1' })).not.toHaveProperty('makes');
    expect(ping('/backup')).not.toHaveProperty('makes');
  });

  it('is answered as Healthchecks answers it', () => {
    expect(answer(`/ping/${key}`, 'taken')).toEqual([200, 'OK']);
    expect(answer(`/ping/${key}/a`, 'created')).toEqual([201, 'Created']);
    expect(answer(`/ping/${key}/a`, 'not_found')).toEqual([404, 'not found']);
    expect(answer(`/ping/${key}/a`, 'ambiguous')).toEqual([409, 'ambiguous slug']);
  });
});

describe('a ping of another service', () => {
  it.each([
    ['/api/v2/heartbeat/k', {}, { state: 'success', heartbeat: null }],
    ['/p/k/nightly-backup', { state: 'run', series: '7' }, { state: 'start', heartbeat: { slug: 'nightly-backup' }, makes: {} }],
    ['/p/k/nightly-backup', { state: 'fail', status_code: '3', message: 'm' }, { state: 'fail', exitStatus: 3, output: 'm' }],
    ['/p/k/nightly-backup', {}, { state: 'success' }],
    ['/p/k/nightly-backup', { state: 'FAIL' }, { state: 'fail' }],
    ['/p/k/nightly-backup', { state: 'failed' }, { state: 'log' }],
    ['/p/k/nightly-backup', { state: 'constructor' }, { state: 'log' }],
    ['/snitch/k', { s: '2', m: 'm' }, { state: 'fail', exitStatus: 2, output: 'm' }],
    ['/snitch/k', { s: '' }, { state: 'success' }],
    ['/api/push/k', { status: 'down', msg: 'm' }, { state: 'fail', output: 'm' }],
    ['/api/push/k', { status: 'up' }, { state: 'success' }],
    ['/api/push/k', {}, { state: 'success' }],
    ['/api/push/k', { status: 'DOWN' }, { state: 'fail' }],
    ['/api/push/k', { status: 'error' }, { state: 'fail' }],
  ])('at %s, which says %j, is read', (path, query, said) => expect(read(path, query)).toMatchObject(said));

  it('is answered as that service answers it', () => {
    expect(answer('/api/v2/heartbeat/k', 'taken')).toEqual([200, '']);
    expect(answer('/p/k/new', 'created')).toEqual([200, 'OK']);
    expect(answer('/snitch/k', 'taken')).toEqual([200, 'Got it, thanks!']);
    expect(answer('/api/push/k', 'taken')).toEqual([200, { ok: true }]);
    expect(answer('/api/push/k', 'not_found')).toEqual([404, { ok: false, msg: 'Monitor not found or not active.' }]);
  });
});
