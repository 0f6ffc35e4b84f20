import { Stage } from '@tocsin/testing/stage/stage.js';

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly string[];
}

/** Metrics in Prometheus’ text format. Throws for a line that belongs to none. */
const metricsIn = (text: string): readonly Metric[] =>
  text
    .split(/^(?=# HELP )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, name = '', help = ''] = /^# HELP (\S+) (.*)$/m.exec(part) ?? [];
      const [, typeName, type = ''] = /^# TYPE (\S+) (\w+)$/m.exec(part) ?? [];
      if (!name || typeName !== name) throw new Error(`No help, or no type: ${part}`);
      const lines = part.split('\n').slice(2).filter(Boolean);
      const foreign = lines.filter(
        (line) => !new RegExp(`^${name}(?:_bucket|_sum|_count)?(?:\\{[^\\n]*\\})? (?:[-+]?[\\d.e+-]+|NaN|[-+]Inf)$`).test(line),
      );
      if (foreign.length > 0) throw new Error(`Not of ${name}: ${foreign[0]}`);
      return { name, help, type, samples: lines };
    });

const notBase: Readonly<Record<string, string>> = {
  milliseconds: 'seconds',
  microseconds: 'seconds',
  nanoseconds: 'seconds',
  minutes: 'seconds',
  hours: 'seconds',
  days: 'seconds',
  weeks: 'seconds',
  kelvin: 'celsius',
  fahrenheit: 'celsius',
  bits: 'bytes',
  kilobytes: 'bytes',
  kibibytes: 'bytes',
  megabytes: 'bytes',
  mebibytes: 'bytes',
  gigabytes: 'bytes',
  gibibytes: 'bytes',
  percent: 'ratio',
  percents: 'ratio',
  calories: 'joules',
  inches: 'meters',
};
const abbreviations = new Set(['s', 'ms', 'us', 'ns', 'sec', 'b', 'kb', 'mb', 'gb', 'tb', 'pb', 'm', 'h', 'd']);

/** The rules of `promlint`, which is what `promtool check metrics` runs. */
const rules: readonly (readonly [rule: string, breaks: (metric: Metric) => boolean])[] = [
  ['no help text', ({ help }) => help.trim() === ''],
  ['counters end in _total', ({ name, type }) => type === 'counter' && !name.endsWith('_total')],
  ['others don’t end in _total', ({ name, type }) => type !== 'counter' && name.endsWith('_total')],
  [
    'others don’t end in _bucket, _count, _sum',
    ({ name, type }) => !['histogram', 'summary'].includes(type) && /_(?:bucket|count|sum)$/.test(name),
  ],
  [
    'others have no label le or quantile',
    ({ type, samples }) => !['histogram', 'summary'].includes(type) && samples.some((one) => /[{,](?:le|quantile)=/.test(one)),
  ],
  [
    'no type in a name',
    ({ name }) => name.split('_').some((part) => ['counter', 'gauge', 'histogram', 'summary', 'untyped'].includes(part)),
  ],
  ['no colon in a name', ({ name }) => name.includes(':')],
  ['snake_case', ({ name, samples }) => /[a-z][A-Z]/.test([name, ...samples.map((one) => one.replaceAll(/"[^"]*"/g, ''))].join(' '))],
  ['base units', ({ name }) => name.split('_').some((part) => part in notBase)],
  [
    'whole words for units',
    ({ name }) =>
      name
        .split('_')
        .slice(1)
        .some((part) => abbreviations.has(part)),
  ],
];

it('each metric has help, a type, and the names and units of Prometheus', async () => {
  const stage = await Stage.begin();
  try {
    const { headers, body } = await stage.ana.api.request<string>('GET', '/metrics');
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const metrics = metricsIn(body);
    expect(metrics.length).toBeGreaterThan(50);
    expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
    expect(metrics.flatMap((metric) => rules.flatMap(([rule, breaks]) => (breaks(metric) ? [`${metric.name}: ${rule}`] : [])))).toEqual([]);
    expect(new Set(metrics.flatMap(({ samples }) => samples.map((line) => line.replace(/ \S+$/, '')))).size).toBe(
      metrics.reduce((sum, { samples }) => sum + samples.length, 0),
    );
  } finally {
    await stage.close();
  }
});
