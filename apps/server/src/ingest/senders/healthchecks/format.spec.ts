import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { signal } from '@tocsin/contracts/routing/signals.js';
import { arrivalAt, resultOf } from '../../arrival.fixture.js';
import { signalOfPing } from '../../pings.js';
import { matchOf } from '../../routes.js';
import { healthchecksPings } from './format.js';

const key = '5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278';
const read = (rest: string, body: unknown = '') => {
  const { route, params } = matchOf(`/ping/${key}${rest}`)!;
  return healthchecksPings.read(arrivalAt(route.path, { params, body }), 'new');
};
const signalOf = (rest: string, body?: unknown) => {
  const reading = read(rest, body);
  if (reading.kind !== 'ping') throw new Error(JSON.stringify(reading));
  return signalOfPing(reading);
};

describe('a ping', () => {
  it.each([
    ['', null, 'ok', null],
    ['/0', null, 'ok', 0],
    ['/1', null, 'fail', 1],
    ['/255', null, 'fail', 255],
    ['/fail', null, 'fail', null],
    ['/start', null, 'start', null],
    ['/log', null, 'log', null],
    ['/db-backup', 'db-backup', 'ok', null],
    ['/db-backup/', 'db-backup', 'ok', null],
    ['/db-backup/0', 'db-backup', 'ok', 0],
    ['/db-backup/fail', 'db-backup', 'fail', null],
    ['/fail/fail', 'fail', 'fail', null],
  ])('at %s is of %s: %s', (rest, job, state, exitStatus) => expect(read(rest)).toMatchObject({ kind: 'ping', job, state, exitStatus }));

  it.each(['/256', '/1000', '/Backup', '/b%20c', '/backup/soon', '/backup/-1', '/Backup/0', '/__proto__/toString', `/${'a'.repeat(101)}`])(
    'at %s is refused as Healthchecks refuses it',
    (rest) => {
      const reading = read(rest);
      expect(reading).toMatchObject({ kind: 'refusal', refusal: 'unrecognized' });
      expect(healthchecksPings.answer(reading, resultOf())).toMatchObject({ status: 400, body: 'invalid url format' });
    },
  );

  it('that says a failure fires under the job’s name, a success resolves it, and nothing else is a signal', () => {
    expect(signalOf('/backup/3', 'disk full')).toMatchObject({
      action: 'trigger',
      key: 'backup',
      alerts: [
        {
          fingerprint: 'backup',
          summary: 'backup failed with exit status 3',
          severity: 'error',
          labels: { job: 'backup' },
          details: 'disk full',
        },
      ],
    });
    expect(signalOf('/backup')).toMatchObject({ action: 'resolve', key: 'backup', alerts: [] });
    expect(signalOf('/fail')).toMatchObject({ key: 'job', alerts: [{ summary: 'The job failed', labels: {}, details: null }] });
    expect([signalOf('/start'), signalOf('/log')]).toEqual([null, null]);
  });

  it('keeps the end of a long output, within the limit, and says that it is cut', () => {
    for (const text of ['line\n', '漏', '🔥']) {
      const said = signalOf('/fail', `${text.repeat(50_000)}the end`)!;
      expect(signal.parse(said)).toEqual(said);
      expect(said.cut).toEqual(['details']);
      expect(said.alerts[0]!.details).toMatch(/^….*the end$/s);
      expect(Buffer.byteLength(said.alerts[0]!.details!)).toBeLessThanOrEqual(integrationLimits.detailsBytes);
    }
  });
});
