import { refuseMissing } from '../../format.js';
import { asObject, firstLine, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { isNetdataTest } from '../../parsing/test-alerts.js';
import { joined, readAlert, type WebhookReading } from '../../webhook-format.js';

const isOver: ReadonlySet<string> = new Set(['CLEAR', 'REMOVED', 'UNINITIALIZED', 'UNDEFINED']);

/** Netdata Cloud’s notice that a node can be reached again, or not. */
const readReachability = (fields: JsonFields, status: JsonFields): WebhookReading => {
  const host = firstLine(fields, 'host', 'node', 'hostname') ?? 'a node';
  const isReachable = status['reachable'] === true || asTrimmedText(status['text'])?.toLowerCase() === 'reachable';
  return readAlert({
    action: isReachable ? 'resolve' : 'trigger',
    key: joined(['netdata', host, 'reachable'], '/'),
    summary: firstLine(fields, 'message') ?? `${host} is ${isReachable ? 'reachable' : 'unreachable'}`,
    name: 'Reachability',
    severity: fields['severity'],
    labels: { host, space: fields['space'] },
    links: [['source', fields['url'], 'Netdata']],
  });
};

/**
 * An alarm of Netdata, by its agent (`alarm_id`), by its agent for Opsgenie (`alarmId`), or by Netdata Cloud, which gives no id: then host, chart and
 * alert are the key.
 */
export const readAlarm = (fields: JsonFields): WebhookReading => {
  const reachability = asObject(fields['status']);
  if (reachability) return readReachability(fields, reachability);
  const name = firstLine(fields, 'alert', 'alarm', 'name', 'alert_name');
  const status = firstLine(fields, 'status', 'severity')?.toUpperCase();
  const host = firstLine(fields, 'host', 'node', 'hostname', 'node_name');
  if (name === null && firstLine(fields, 'message') === null) return refuseMissing('name', 'An alarm needs a `name` and a `status`.');
  if (status === undefined) return refuseMissing('status', 'An alarm needs a `status`: WARNING, CRITICAL or CLEAR.');
  const id = asTrimmedText(fields['alarm_id']) ?? asTrimmedText(fields['alarmId']);
  const chart = firstLine(fields, 'chart');
  const info = firstLine(fields, 'info', 'message');
  return readAlert({
    action: isOver.has(status) ? 'resolve' : 'trigger',
    key: joined(['netdata', host, ...(id === null ? [chart, name ?? info] : [id])], '/'),
    summary: joined([joined([name, host], ' on '), joined([info, firstLine(fields, 'value_string', 'value_w_units')], ', ')], ': '),
    name,
    severity: status,
    labels: {
      host,
      chart,
      family: fields['family'],
      context: fields['context'],
      class: fields['class'],
      space: fields['space'],
      value: joined([firstLine(fields, 'value'), firstLine(fields, 'units')], ' '),
    },
    links: [
      ['source', firstLine(fields, 'alert_url', 'alarm_url', 'goto_url', 'url'), 'Netdata'],
      ['image', fields['image'], 'Image'],
    ],
    details: info,
    test: isNetdataTest(fields),
  });
};
