import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { refuseMissing } from '../../format.js';
import { hashOf } from '../../parsing/labels.js';
import { asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { joined, readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';

/** Fields in one spelling: people name them after the variables in any case, with or without `$`. */
const spelled = (fields: JsonFields): JsonFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase(), value]));

/** A variable that is unknown to Datadog stays as it is. */
const filled = (value: unknown): string | null => {
  const text = asTrimmedText(value);
  return text === null || /^\$[A-Z_]+$/.test(text) || text === 'null' ? null : text;
};

const first = (fields: JsonFields, ...names: readonly string[]): string | null =>
  names.reduce<string | null>((found, name) => found ?? filled(fields[name]), null);

/** `[Triggered on {host:web-1}] CPU is high`: the state is only there in the default body, and is Datadog’s own word. */
const titleState =
  /^\[((?:re-)?(?:triggered|alert|warn|no data)|(?:no data )?recovered|renotify|recovery|ok|success)(?: on \{(.*?)\})?\]\s*/i;
const isTestTitle = /^\[test\b/i;
const transitions: Readonly<Record<string, Signal['action']>> = {
  recovered: 'resolve',
  'no data recovered': 'resolve',
  success: 'resolve',
  ok: 'resolve',
  recovery: 'resolve',
};

const severityOf = (fields: JsonFields, state: string): string | null => {
  const priority = first(fields, 'alertpriority', 'priority');
  if (priority !== null && /^p[1-5]$/i.test(priority)) return priority;
  return first(fields, 'severity') ?? (state.includes('warn') ? 'warning' : first(fields, 'alerttype'));
};

interface Title {
  /** Without the state. */
  readonly text: string;
  readonly state: string;
  readonly scope: string | null;
  readonly test: boolean;
}

const titleOf = (full: string): Title => {
  const test = isTestTitle.test(full);
  const stated = full.replace(/^\[(?:test|p[1-5])\]\s*/i, '').replace(/^\[p[1-5]\]\s*/i, '');
  const [whole = '', state = '', scope = null] = titleState.exec(stated) ?? [];
  return { text: stated.slice(whole.length) || full, state, scope, test };
};

/** The key of a cycle, else monitor and scope, else what the title says. */
const keyOf = (fields: JsonFields, { text }: Title, scope: string | null): { readonly key: string; readonly isHashed: boolean } => {
  const cycle = first(fields, 'alertcyclekey', 'cyclekey', 'aggregkey', 'aggregationkey', 'alertkey');
  const monitor = first(fields, 'alertid', 'monitorid');
  if (cycle !== null) return { key: cycle, isHashed: false };
  return monitor === null
    ? { key: hashOf(null, text, scope), isHashed: true }
    : { key: joined(['monitor', monitor, scope], '/'), isHashed: false };
};

const read = (sent: JsonFields): WebhookReading => {
  const fields = spelled({ ...asObject(sent['alert']), ...sent });
  const full = asLine(first(fields, 'title', 'eventtitle', 'alerttitle', 'summary'));
  if (full === null) return refuseMissing('title', 'The body has no `title`: use the payload of the set-up text.');
  const title = titleOf(full);
  const said = first(fields, 'alerttransition', 'transition') ?? (title.state || first(fields, 'alertstate', 'state', 'alerttype'));
  const state = (said ?? '').toLowerCase().replaceAll('-', ' ');
  const scope = first(fields, 'alertscope', 'scope') ?? title.scope;
  return readAlert({
    action: transitions[state] ?? 'trigger',
    ...keyOf(fields, title, scope),
    summary: joined([title.text, scope === null || title.text.includes(scope) ? null : `(${scope})`], ' '),
    name: title.text,
    severity: severityOf(fields, state),
    labels: {
      host: first(fields, 'hostname', 'host') ?? /(?:^|,)host:([^,]+)/.exec(scope ?? '')?.[1],
      scope,
      monitor: first(fields, 'alertid', 'monitorid'),
      tags: first(fields, 'tags'),
      organisation: first(fields, 'orgname'),
      metric: first(fields, 'alertmetric', 'metric'),
    },
    links: [
      ['source', first(fields, 'link', 'url', 'alertlink'), 'Datadog'],
      ['image', first(fields, 'snapshot'), 'Graph'],
    ],
    details: first(fields, 'body', 'eventmsg', 'textonlymsg', 'message', 'alertstatus'),
    test: title.test,
  });
};

/** Datadog’s webhook: its body is written by people, so the names of its variables count. Sender: docs.datadoghq.com/integrations/webhooks. */
export const datadogWebhook = webhookFormat({ kind: 'datadog', says: 'Datadog’s webhook', body: 'form', read });
