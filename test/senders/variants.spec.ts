import { signal } from '@tocsin/contracts/routing/signals.js';
import { arrivalAt, resultOf } from '../../apps/server/src/ingest/arrival.fixture.js';
import { isForm } from '../../apps/server/src/ingest/parsing/form.js';
import { readText } from '../../apps/server/src/ingest/read-arrival.js';
import type { Reading } from '../../apps/server/src/ingest/reading.js';
import { matchOf, type SenderMatch } from '../../apps/server/src/ingest/routes.js';
import { variants } from './variants/all.js';
import { addressOf, writtenText, type Variant } from './variants/variant.js';

/** As the doors read it: the address, the body by its type, and the format. */
const read = ({ kind, at = '', method = 'POST', type = 'application/json', body = '' }: Variant): readonly [SenderMatch, Reading] => {
  const url = addressOf({ kind, at });
  const match = matchOf(`/any/prefix${url}`, kind)!;
  const isAsked = method === 'GET' || method === 'HEAD';
  const text = writtenText({ body });
  const sent = readText(isAsked ? { body: 'any' } : match.route, isAsked ? '' : text, isForm(type) ? type : 'application/json')!;
  const query = Object.fromEntries(new URLSearchParams(url.split('?', 2)[1]));
  expect(match.methods).toContain(method);
  return [match, match.format.read(arrivalAt(match.route.path, { method, params: match.params, query, body: sent.sent }), 'new-key')];
};

/** What the test says of it: of a signal its action, and whatever else is expected. */
const essentials = (reading: Reading, says: Variant['says']): object => {
  if (reading.kind === 'ping') return { ping: reading.state };
  if (reading.kind !== 'signal') return { kind: reading.kind };
  const { action, key: dedup, test, alerts } = signal.parse(reading.signal);
  const [alert] = alerts;
  const all = { action, key: dedup, test, title: alert?.summary, severity: alert?.severity, details: alert?.details };
  const labels = { ...alert?.labels };
  const links = alert?.links.map(({ href }) => href);
  return Object.fromEntries(Object.entries({ ...all, labels, links }).filter(([name]) => name in says));
};

describe.each(variants.map((variant) => [`${variant.kind}, ${variant.name}`, variant] as const))('%s', (_, variant) => {
  it('meets its door, says what its sender means, and is answered as its client expects', () => {
    const [match, reading] = read(variant);
    expect(essentials(reading, variant.says)).toMatchObject(variant.says);
    if (reading.kind === 'lookup') return;
    const { status } = match.format.answer(reading, resultOf());
    expect(status).toBe(variant.status ?? match.format.answers[0]!.status);
  });
});

describe('the variants of one alert', () => {
  const nameOf = ({ kind, of }: Variant): string => `${kind}, ${of}`;
  const named = variants.filter(({ of }) => of !== undefined);
  it.each([...new Set(named.map(nameOf))])('have one key: %s', (name) => {
    const same = named.filter((variant) => nameOf(variant) === name);
    const keys = same.map((variant) => read(variant)[1]).map((reading) => reading.kind === 'signal' && reading.signal.key);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).not.toBe('');
  });
});

it('no two variants of a kind have one name', () => {
  const names = variants.map(({ kind, name }) => `${kind}, ${name}`);
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
});
