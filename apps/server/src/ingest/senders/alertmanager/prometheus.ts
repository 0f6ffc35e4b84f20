import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { lapse } from '@tocsin/contracts/routing/limits.js';
import { addMillis, laterOf } from '@tocsin/kernel/time.js';
import { kindOf, refuseUnrecognized, type SenderRoute } from '../../format.js';
import { asList, asObject, type JsonFields } from '../../parsing/lenient-fields.js';
import { note } from '../../parsing/text.js';
import { instantOf } from '../../parsing/time.js';
import { truncateSignal } from '../../parsing/truncate-fields.js';
import { nothing, type NothingReading, type Refusal, type SignalReading } from '../../reading.js';
import { accepted, alertOf, alertsRead, noFields } from './alert.js';

const prefix = '/ingest/alertmanager/:key';
/** Prometheus up to version 2 can be told to use the older one. */
const postPaths = ['/api/v2/alerts', '/api/v1/alerts'];

export const prometheusRoutes: readonly SenderRoute[] = postPaths
  .flatMap((path) => [`${prefix}${path}`, path])
  .map((path) => ({
    methods: ['POST'],
    path,
    says: path.startsWith(prefix)
      ? 'Alerts straight from Prometheus or vmalert; the key in the path prefix.'
      : 'Alerts straight from Prometheus or vmalert, with any prefix before it; the key as Bearer token.',
    body: 'json',
    answers: [{ status: 200, says: 'Stored on disk.', shape: accepted }],
  }));
export const viaPrometheus = 'prometheus';

const farOff = /^[2-9]\d{3}-/;

/** It fires until its end, which each repeat moves: as with Alertmanager’s `resolve_timeout`, also without one. */
const stateOf = (rawAlert: JsonFields, now: string): Pick<SignalAlert, 'state' | 'until'> => {
  const endsAt = instantOf(rawAlert['endsAt']);
  // too far off for an instant: it never ends by itself
  if (endsAt === null)
    return { state: 'firing', ...(farOff.test(String(rawAlert['endsAt'])) ? {} : { until: addMillis(now, lapse.unsaid) }) };
  if (endsAt <= now) return { state: 'resolved' };
  // its clock may be behind ours, and it sends each alert again every minute
  return { state: 'firing', until: laterOf(addMillis(endsAt, lapse.grace), addMillis(now, lapse.least)) };
};

/**
 * What Prometheus and vmalert post to an Alertmanager: a list of alerts that is never complete, because each is sent again at its own times. So they are
 * grouped by name, and a group ends when its last alert does.
 */
export const readPrometheus = (body: unknown, now: string): SignalReading | NothingReading | Refusal => {
  const list = asList(body);
  if (!list) return refuseUnrecognized(`The body is ${kindOf(body)}, not the list of alerts that Prometheus sends.`);
  const cut: string[] = [];
  const alerts: SignalAlert[] = [];
  for (const one of list) {
    const rawAlert = alerts.length < alertsRead ? asObject(one) : null;
    if (rawAlert) alerts.push({ ...alertOf(rawAlert, noFields, 'firing', cut), ...stateOf(rawAlert, now) });
    else note('alerts', cut);
  }
  if (alerts.length === 0) return { ...nothing, via: viaPrometheus };
  const signal = truncateSignal({
    action: 'trigger',
    key: 'prometheus',
    shape: 'each',
    complete: false,
    splitByName: true,
    alerts,
    cut,
    test: false,
  });
  return { kind: 'signal', signal, keyFrom: 'sender', via: viaPrometheus };
};
