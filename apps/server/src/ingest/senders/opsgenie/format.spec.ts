import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { arrivalAt, resultOf } from '../../arrival.fixture.js';
import type { Arrival } from '../../format.js';
import { opsgenieAlerts } from './format.js';

const [create, close] = opsgenieAlerts.routes.map(({ path }) => path) as [string, string];
const read = (arrival: Partial<Arrival>) => opsgenieAlerts.read(arrivalAt(create, arrival), 'new-key');
const signalOf = (body: object) => {
  const reading = read({ body });
  if (reading.kind !== 'signal') throw new Error(JSON.stringify(reading));
  return reading.signal;
};
const alertOf = (body: object) => signalOf({ message: 'm', ...body }).alerts[0]!;
const closing = (id: string, query: Record<string, string> = {}, body: unknown = {}) => read({ path: close, params: { id }, query, body });

describe('an alert of Opsgenie', () => {
  it('has its alias as key; without one it is an alert of its own', () => {
    expect(read({ body: { message: 'm', alias: ' a/b ' } })).toMatchObject({
      keyFrom: 'sender',
      signal: { action: 'trigger', key: 'a/b' },
    });
    for (const alias of [undefined, null, '', ' '])
      expect(read({ body: { message: 'm', alias } })).toMatchObject({ keyFrom: 'new', signal: { key: 'new-key' } });
  });

  it('keeps details, entity, source, tags and responders as labels, and what describes it as details', () => {
    const { labels, links, details } = alertOf({
      details: { host: 'db-1', tags: 'own', runbook_url: 'https://wiki.example.org/disk', load: 3 },
      entity: 'db-1',
      source: 'cron',
      tags: ['db', 'prod'],
      responders: [{ type: 'team', name: 'Database', username: '' }, { username: 'ana@example.org', type: 'user' }, null],
      description: 'Every detail',
      note: 'first',
    });
    expect(labels).toEqual({
      entity: 'db-1',
      source: 'cron',
      responders: 'Database, ana@example.org',
      host: 'db-1',
      tags: 'own',
      runbook_url: 'https://wiki.example.org/disk',
      load: '3',
    });
    expect(links).toEqual([{ kind: 'runbook', href: 'https://wiki.example.org/disk', text: 'Runbook' }]);
    expect(JSON.parse(details!)).toEqual({ description: 'Every detail', note: 'first' });
  });

  it('has a source that is an address as a link, so that no title names it', () => {
    const { labels, links } = alertOf({ source: 'http://alertmanager.example.org/#/alerts' });
    expect([labels, links[0]?.kind]).toEqual([{}, 'source']);
  });

  it.each([
    [{ priority: 'P1', details: { severity: 'info' } }, 'critical', 'P1'],
    [{ priority: 'p4' }, 'info', 'p4'],
    [{ priority: 'P9' }, 'error', 'P9'],
    [{ details: { severity: 'warning' } }, 'warning', 'warning'],
    [{ details: 'none' }, 'error', ''],
  ])('%j is of severity %s', (body, severity, severityWord) => expect(alertOf(body)).toMatchObject({ severity, severityWord }));

  it.each([
    ['[shop] RESOLVED: checkout - answers 503', 'a', 'resolve'],
    ['RESOLVED: checkout', 'a', 'resolve'],
    ['RESOLVED: checkout', undefined, 'trigger'],
    ['Not RESOLVED: checkout', 'a', 'trigger'],
    ['[RESOLVED] checkout', 'a', 'trigger'],
  ])('says “%s” with the alias %s: %s', (message, alias, action) => expect(signalOf({ message, alias })).toMatchObject({ action }));

  it('is cut, never refused for its length', () => {
    const long = 'ü'.repeat(50_000);
    const { key, cut, alerts } = signalOf({ message: long, alias: long, description: long, details: { [long]: long }, tags: [long] });
    expect(Array.from(key)).toHaveLength(integrationLimits.dedupKeyCharacters);
    expect(cut).toEqual(expect.arrayContaining(['key', 'summary', 'details', 'labels']));
    expect(Buffer.byteLength(alerts[0]!.details!)).toBeLessThanOrEqual(integrationLimits.detailsBytes);
    expect(closing(long, { identifierType: 'alias' })).toMatchObject({ signal: { key } });
  });

  it.each([[{}], [{ message: '  ' }], [{ message: null }]])('without a message is refused by field: %j', (body) => {
    const reading = read({ body });
    expect(reading).toMatchObject({ kind: 'refusal', refusal: 'missing_field', field: 'message' });
    expect(opsgenieAlerts.answer(reading, resultOf())).toMatchObject({ status: 422, body: { errors: { message: expect.any(String) } } });
  });
});

describe('a close', () => {
  it('names its alert by id unless it says by what', () => {
    expect(closing('x')).toMatchObject({ of: { by: 'id', value: 'x' } });
    expect(closing('7', { identifierType: 'tiny' })).toMatchObject({ of: { by: 'number', value: '7' } });
    const byAlias = closing(' a/b ', { identifierType: 'alias' });
    expect(byAlias).toMatchObject({ signal: { action: 'resolve', key: 'a/b', alerts: [] } });
    expect(byAlias).not.toHaveProperty('of');
  });

  it('is read whatever its body is, and never has what can’t be stored', () => {
    for (const body of ['', '{"user"', [], null, { note: 1 }])
      expect(closing('a\0b', { identifierType: 'alias' }, body)).toMatchObject({ signal: { action: 'resolve', key: 'a\uFFFDb' } });
  });

  it('of nothing is refused', () => expect(closing(' ', { identifierType: 'alias' })).toMatchObject({ refusal: 'missing_field' }));
});

describe('an act of Opsgenie', () => {
  const act = (word: string, body: object) => {
    const route = opsgenieAlerts.routes.find(({ path, methods }) => path.endsWith(`/${word}`) && methods.includes('POST'))!;
    return opsgenieAlerts.read(arrivalAt(route.path, { path: route.path, params: { id: 'x' }, method: 'POST', body }), 'new-key');
  };

  it('names a bounded number of responders', () => {
    const responders = Array.from({ length: 16_000 }, (_, n) => ({ name: `n${n}`, type: 'user' }));
    const reading = act('responders', { responders });
    expect(reading.kind === 'signal' && reading.who?.length).toBe(50);
  });

  it('has a bounded number of tags, each of a bounded length', () => {
    const tags = Array.from({ length: 1_000 }, () => 'x'.repeat(2_000));
    const reading = act('tags', { tags });
    const read = reading.kind === 'signal' && reading.signal.act?.kind === 'rewrite' ? (reading.signal.act.tags ?? []) : [];
    expect([read.length, read[0]!.length]).toEqual([integrationLimits.labelsPerAlert, integrationLimits.labelCharacters]);
  });
});
