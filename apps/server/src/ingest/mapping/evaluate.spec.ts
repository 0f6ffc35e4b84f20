import { keepRaw } from '../raw-body.js';
import { mapRequest } from './evaluate.js';
import type { MappingResult } from './mapping-order.js';

const sent = { title: 'Disk is full', id: 7, status: 'fixed', level: 'crit', host: { name: 'web-1' }, tags: ['a', 'b'] };
const map = (fields: object, body: unknown = sent): Promise<MappingResult> => mapRequest({ fields, raw: keepRaw(JSON.stringify(body)) });
const signalOf = async (fields: object, body?: unknown) => {
  const result = await map(fields, body);
  if ('failed' in result) throw new Error(JSON.stringify(result));
  return result.reading.signal;
};
const failureOf = async (fields: object, body?: unknown) => {
  const result = await map(fields, body);
  if (!('failed' in result)) throw new Error(JSON.stringify(result));
  return result.failed;
};

describe('a mapping', () => {
  it('gives fields of a generic signal', async () =>
    expect(
      await signalOf({
        summary: 'title & " on " & host.name',
        key: '"disk/" & id',
        action: 'status = "fixed" ? "resolve" : "trigger"',
        severity: 'level = "crit" ? "critical" : "warning"',
        labels: '{ "host": host.name, "tags": $join(tags, ",") }',
        links: '[{ "href": "https://example.org/" & id, "text": "Runbook" }]',
      }),
    ).toMatchObject({
      action: 'resolve',
      key: 'disk/7',
      alerts: [
        {
          state: 'resolved',
          summary: 'Disk is full on web-1',
          severity: 'critical',
          labels: { host: 'web-1', tags: 'a,b' },
          links: [{ href: 'https://example.org/7' }],
        },
      ],
    }));

  it('leaves a field without an expression as it was sent', async () =>
    expect(await signalOf({ summary: 'title' }, { ...sent, key: 'k', severity: 'low', status: 'resolved' })).toMatchObject({
      action: 'resolve',
      key: 'k',
      alerts: [{ summary: 'Disk is full' }],
    }));

  it('does not read the other name of a field that it maps', async () =>
    expect(await signalOf({ summary: 'title', key: 'id', action: '"trigger"' }, { ...sent, dedup_key: 'x', status: 'ok' })).toMatchObject({
      action: 'trigger',
      key: '7',
    }));

  it('reads a list, a text and a number, too', async () => {
    expect((await signalOf({ summary: '$[1].t' }, [{ t: 'one' }, { t: 'two' }])).alerts[0]?.summary).toBe('two');
    expect((await signalOf({ summary: '$' }, 'a text')).alerts[0]?.summary).toBe('a text');
    expect((await signalOf({ summary: '"n " & $' }, 5)).alerts[0]?.summary).toBe('n 5');
  });

  it('fails where it gives no summary, or its expression does', async () => {
    expect(await failureOf({ summary: 'nothing.here' })).toEqual({ reason: 'no_summary', field: 'summary', code: null });
    expect(await failureOf({ summary: 'title', severity: '$number(title)' })).toEqual({
      reason: 'expression',
      field: 'severity',
      code: 'D3030',
    });
    expect(await failureOf({ summary: '$error("mine")' })).toMatchObject({ reason: 'expression', field: 'summary' });
  });
});

describe('a hostile expression', () => {
  const endless = '($f := function($n) { $f($n + 1) }; $f(0))';
  it.each([
    ['calls itself without end', endless, 'too_slow'],
    ['calls itself without end, deeply', '($f := function($n) { 1 + $f($n + 1) }; $f(0))', 'too_large'],
    ['counts for long', '$sum([1..9000].($ * $sum([1..9000])))', 'too_slow'],
    ['makes a long list', '[1..9000000]', 'too_large'],
    ['makes a long text', '($s := function($t, $n) { $n = 0 ? $t : $s($t & $t, $n - 1) }; $s("0123456789", 18))', 'too_large'],
    ['reads the clock', '$now()', 'expression'],
    ['draws lots', '$random()', 'expression'],
    ['hides a program in a text', '$eval("$" & "now()")', 'expression'],
    ['looks ahead', '$match(title, /(?=D)/)', 'expression'],
    ['gives a function', '$uppercase', 'no_summary'],
    ['gives one of its own', 'function($x) { $x }', 'no_summary'],
    ['is nested deeply', `${'('.repeat(900)}title${')'.repeat(900)}`, 'too_large'],
  ])('%s', async (_, summary, reason) => {
    const result = await map({ summary });
    expect('failed' in result ? result.failed.reason : null).toBe(reason);
  });

  it('is in time, whatever its pattern', async () => {
    const body = { title: `${'a'.repeat(2_000)}!` };
    expect((await signalOf({ summary: '$contains(title, /^(a+)+$/) ? "yes" : "no"' }, body)).alerts[0]?.summary).toBe('no');
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'constructor.constructor("return process")()'])(
    'finds nothing of the program under the name %s',
    async (summary) => {
      expect(await failureOf({ summary })).toMatchObject({ field: 'summary' });
      expect(await failureOf({ summary: `host.${summary}` })).toMatchObject({ field: 'summary' });
      expect(await failureOf({ summary: `{}.${summary}` })).toMatchObject({ field: 'summary' });
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  it('changes nothing for the next request', async () => {
    await map({ summary: '$ ~> | $ | { "__proto__": { "polluted": 1 } } |', labels: '{ "__proto__": { "polluted": "1" } }' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await signalOf({ summary: 'title' })).alerts[0]?.summary).toBe('Disk is full');
  });
});

describe('a hostile body', () => {
  it.each([
    ['names of the prototype', '{"__proto__":{"title":"x"},"constructor":1,"title":"t"}'],
    ['ten thousand fields', JSON.stringify({ title: 't', ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, n])) })],
    ['a deep one', `{"title":"t","deep":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
  ])('with %s is read', async (_, body) => {
    const result = await mapRequest({ fields: { summary: 'title', details: '$' }, raw: keepRaw(body) });
    expect('reading' in result && result.reading.signal.alerts[0]?.summary).toBe('t');
  });

  it('is read three thousand times, whatever it is', async () => {
    const odd = [null, '', 0, -1.5, true, [], {}, [[]], '\u0000', '😀', '__proto__', { a: { b: [1, 2] } }];
    const keys = new Set<string>();
    for (let n = 0; n < 3_000; n += 1) {
      const body = { id: n, title: `t${n}`, odd: odd[n % odd.length], more: odd[(n * 7) % odd.length], [`f${n}`]: n };
      const { key } = await signalOf({ summary: 'title', key: '"k" & id', labels: '{ "odd": odd }', details: '[odd, more]' }, body);
      keys.add(key);
    }
    expect(keys.size).toBe(3_000);
  });

  it('that was cut fails', async () =>
    expect(await mapRequest({ fields: { summary: 'title' }, raw: 't:{"title":' })).toMatchObject({ failed: { reason: 'not_read' } }));
});
