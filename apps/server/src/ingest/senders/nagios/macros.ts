import type { Signal } from '@tocsin/contracts/routing/signals.js';
import type { Severity } from '@tocsin/contracts/severities.js';
import { asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { nothing } from '../../reading.js';
import { joined, readAlert, type WebhookReading } from '../../webhook-format.js';

const prefix = /^(?:nagios|icinga2?|notify)[_.]/i;

/** `{ host: { name } }`, as Icinga’s users write it, is `host.name`. */
const flattened = (fields: JsonFields): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const nested = asObject(value);
    return nested ? Object.entries(nested).map(([inner, one]) => [`${name}.${inner}`, one] as const) : [[name, value] as const];
  });

/** The macros, in one spelling: `NAGIOS_HOSTNAME`, `NOTIFY_HOSTNAME` and `host.name` are `HOSTNAME`. */
export const macrosOf = (fields: JsonFields): JsonFields =>
  Object.fromEntries(
    flattened(fields).map(([name, value]) => [
      name
        .replace(prefix, '')
        .replaceAll(/[^a-z0-9]/gi, '')
        .toUpperCase(),
      value,
    ]),
  );

/** All other types say nothing that should page: CUSTOM, DOWNTIMESTART, FLAPPINGSTOP … */
const actions: Readonly<Record<string, Signal['action']>> = {
  PROBLEM: 'trigger',
  RECOVERY: 'resolve',
  ACKNOWLEDGEMENT: 'acknowledge',
};

const severities: Readonly<Record<string, Severity>> = { unreachable: 'critical', unknown: 'error', unreach: 'critical' };
const isUp: ReadonlySet<string> = new Set(['OK', 'UP']);
/** Of plugins: what they exit with. */
const numbered = { host: ['UP', 'DOWN', 'UNREACHABLE'], service: ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN'] } as const;
const outputs = ['OUTPUT', 'CHECKOUTPUT', 'PLUGINOUTPUT', 'MESSAGE'] as const;

const first = (macros: JsonFields, ...names: readonly string[]): string | null =>
  names.reduce<string | null>((found, name) => found ?? asTrimmedText(macros[name]), null);

interface Subject {
  readonly host: string;
  /** Null: the host itself. */
  readonly service: string | null;
  readonly state: string;
  readonly output: string | null;
}

const subjectOf = (macros: JsonFields): Subject | null => {
  const host = first(macros, 'HOSTNAME', 'HOSTDISPLAYNAME', 'HOSTALIAS', 'HOST');
  const isHost = first(macros, 'PDNAGIOSOBJECT', 'WHAT')?.toLowerCase() === 'host';
  const service = isHost ? null : first(macros, 'SERVICEDESC', 'SERVICEDESCRIPTION', 'SERVICENAME', 'SERVICEDISPLAYNAME', 'SERVICE');
  const kind = service === null ? 'HOST' : 'SERVICE';
  const state = first(macros, `${kind}STATE`, 'STATE', `${kind}STATEID`, 'STATEID') ?? '';
  const output = first(macros, `${kind}OUTPUT`, ...outputs);
  const word = numbered[service === null ? 'host' : 'service'][/^\d$/.test(state) ? Number(state) : -1];
  return host === null ? null : { host, service, state: word ?? state, output: asLine(output) };
};

/** CUSTOM, DOWNTIME and FLAPPING are no news; without a type, the state counts. */
const actionOf = (type: string | null, state: string): Signal['action'] | undefined =>
  type === null ? (isUp.has(state.toUpperCase()) ? 'resolve' : 'trigger') : actions[type.toUpperCase().replace(/\s.*$/, '')];

/**
 * A notification of Nagios, Icinga or Checkmk by its macros; null without a host. Host and service are the key: the ids of problems are 0 in a
 * recovery.
 */
export const readMacros = (fields: JsonFields): WebhookReading | null => {
  const macros = macrosOf(fields);
  const subject = subjectOf(macros);
  if (!subject) return null;
  const { host, service, state, output } = subject;
  const action = actionOf(first(macros, 'NOTIFICATIONTYPE', 'TYPE'), state);
  if (!action) return nothing;
  const head = service === null ? `${host} is ${state || 'down'}` : `${service} on ${host} is ${state || 'not OK'}`;
  return readAlert({
    action,
    key: joined([host, service], '/'),
    summary: joined([head, output], ': '),
    name: service ?? 'Host',
    severity: state,
    severities,
    labels: {
      host,
      service,
      address: macros['HOSTADDRESS'],
      hostgroup: first(macros, 'HOSTGROUPNAME', 'HOSTGROUPNAMES'),
      servicegroup: first(macros, 'SERVICEGROUPNAME', 'SERVICEGROUPNAMES'),
    },
    links: [
      ['source', first(macros, 'SERVICEACTIONURL', 'HOSTACTIONURL', 'URL'), 'Source'],
      ['runbook', first(macros, 'SERVICENOTESURL', 'HOSTNOTESURL'), 'Notes'],
    ],
    details: first(macros, 'LONGSERVICEOUTPUT', 'LONGHOSTOUTPUT', 'NOTIFICATIONCOMMENT', 'COMMENT'),
  });
};
