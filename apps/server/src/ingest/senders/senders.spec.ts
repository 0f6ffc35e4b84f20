import { baseUrlOf, filledIn } from '@tocsin/contracts/integrations/senders.js';
import { integrationKinds } from '@tocsin/contracts/integrations/kinds.js';
import { addressOf, describeAddress } from '../address.js';
import { arrivalAt, resultOf } from '../arrival.fixture.js';
import { matchOf } from '../routes.js';
import { senderShapes } from '../sender-routes.js';
import * as about from './about.gen.js';
import { senders } from './senders.js';

const key = 'K3Y';
const url = 'https://tocsin.example.org';

/** What people move from, as they search for it. */
const families = `PagerDuty Events|Opsgenie|Opsgenie heartbeat|Jira Service Management|VictorOps|Splunk On-Call|Grafana OnCall
  |Alertmanager|Prometheus|vmalert|Grafana|Mimir|Loki|Zabbix|Nagios|Icinga|Checkmk|Monit|Netdata|Healthchecks|Cronitor|Dead Man’s Snitch
  |Uptime Kuma|Uptime Kuma push|cron job|Apprise|GoAlert|Alerta|Sentry|Datadog|CloudWatch|SNS|Azure Monitor|Google Cloud Monitoring
  |New Relic|GitHub Actions|E-mail|webhook|Shell script|curl`
  .split(/\s*\|/)
  .map((family) => family.trim());

describe('senders', () => {
  it('are offered, each that there is', () => {
    expect(new Set(senders)).toEqual(new Set(Object.values(about)));
  });

  it('are at least one for each kind of integration, and none is there twice', () => {
    expect(new Set(senders.map(({ format }) => format.kind))).toEqual(new Set(integrationKinds));
    for (const name of ['id', 'name', 'about'] as const) expect(new Set(senders.map((sender) => sender[name])).size).toBe(senders.length);
  });

  it.each(senders)('$id has steps that name its address, and leave nothing to be filled in', ({ format: { kind }, steps, snippet }) => {
    const address = addressOf(url, kind, key);
    const texts = [...steps.flatMap(({ says, snippet: pasted }) => [says, pasted ?? '']), snippet ?? ''];
    const filledTexts = texts.map((text) => filledIn(text, { address, key, url }));
    expect(steps.length).toBeGreaterThan(1);
    expect(filledTexts.join()).toContain(address);
    expect(filledTexts.join()).not.toMatch(/\{(?:address|key|url|uuid)\}/);
    expect(baseUrlOf(address)).toBe(url);
  });

  it.each(senders)('$id says how to test it, what resolves, and its traps, with nothing to be filled in', ({ test, resolves, traps }) => {
    for (const text of [test, resolves, ...traps]) expect(text).toMatch(/^[^{}`]{20,300}[.:]$|\{\{#is_alert\}\}/);
  });

  it.each(families)('have a tile that is found by “%s”', (family) => {
    const isFound = ({ name, about: words }: (typeof senders)[number]): boolean =>
      family.split(' ').every((word) => `${name} ${words}`.toLowerCase().includes(word.toLowerCase()));
    expect(senders.filter(isFound).length).toBeGreaterThan(0);
  });

  it.each(senders)('$id has an example that opens an alert group, and is answered in the shape that its format declares', (sender) => {
    const { format, example, exampleAt = '' } = sender;
    const address = `${addressOf(url, format.kind, key)}${filledIn(exampleAt, { address: '', key, url })}`;
    expect(describeAddress(url, format.kind, key).curl).toContain(`'${addressOf(url, format.kind, key)}`);
    const { pathname, searchParams } = new URL(address);
    const { route, params } = matchOf(pathname)!;
    const body: unknown = JSON.parse(JSON.stringify(example(key)));
    const reading = format.read(arrivalAt(route.path, { params, query: Object.fromEntries(searchParams), body }), 'new');
    if (reading.kind === 'ping') expect(reading).toMatchObject({ state: 'fail', makes: {} });
    else expect(reading).toMatchObject({ signal: { action: 'trigger', alerts: [{ state: 'firing' }] } });
    const { status, body: answered } = format.answer(reading, resultOf());
    const { shape } = format.answers.find((answer) => answer.status === status)!;
    expect(shape ? shape.schema.parse(answered) : 'OK').toEqual(answered);
  });
});

it('no two answers of senders have one name', () => {
  const answered = senders.flatMap(({ format: { answers, routes } }) => [...answers, ...routes.flatMap((route) => route.answers ?? [])]);
  for (const { shape } of answered) if (shape) expect(senderShapes[shape.name]).toBe(shape.schema);
});
