import type { ForeignAct } from '@tocsin/contracts/imported-history/events.js';
import { fieldsOf, listOf, textOf, type Fields } from '../answers.js';
import { instantOf, type ForeignFact, type HistoryReader, type Named, type ReadHistory } from './foreign-fact.js';

const thing = (value: unknown): { readonly id: string; readonly name: string } | null => {
  const { id, summary, name } = fieldsOf(value);
  return textOf(id) === '' ? null : { id: textOf(id), name: textOf(summary ?? name) };
};

const person = (value: unknown): Named => {
  const { id, type } = fieldsOf(value);
  return textOf(id) === '' || (typeof type === 'string' && !type.startsWith('user')) ? null : textOf(id);
};

/** By the type of a log entry; `page` and `signal` are no acts of somebody. */
const entries: Readonly<Record<string, ForeignAct | 'page' | 'signal'>> = {
  trigger_log_entry: 'signal',
  notify_log_entry: 'page',
  acknowledge_log_entry: 'acknowledged',
  unacknowledge_log_entry: 'unacknowledged',
  resolve_log_entry: 'resolved',
  escalate_log_entry: 'escalated',
  snooze_log_entry: 'snoozed',
  assign_log_entry: 'assigned',
  delegate_log_entry: 'assigned',
  annotate_log_entry: 'noted',
  exhaust_escalation_path_log_entry: 'other',
  repeat_escalation_path_log_entry: 'other',
  reach_ack_limit_log_entry: 'other',
  reach_trigger_limit_log_entry: 'other',
  urgency_change_log_entry: 'other',
  priority_change_log_entry: 'other',
  field_value_change_log_entry: 'other',
  custom_field_value_change_log_entry: 'other',
  status_update_log_entry: 'other',
  add_responder_log_entry: 'other',
  responder_request_log_entry: 'other',
  responder_accept_log_entry: 'other',
  responder_decline_log_entry: 'other',
  merge_log_entry: 'other',
};

const incident = (row: Fields): ForeignFact => {
  const { id, title, description, incident_key: key, incident_number: number, urgency, priority, body } = row;
  return {
    kind: 'signal',
    id: textOf(id),
    at: instantOf(row.created_at),
    title: textOf(title ?? row.summary),
    body: JSON.stringify({ description, key, number, body }),
    service: thing(row.service),
    integration: null,
    urgency: urgency === 'low' ? 'low' : 'high',
    priority: textOf(fieldsOf(priority).summary),
    isRaw: false,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: instantOf(row.resolved_at) ?? (row.status === 'resolved' ? instantOf(row.last_status_change_at) : null),
    isListed: false,
    original: row,
  };
};

function entry(row: Fields): ForeignFact {
  const channel = fieldsOf(row.channel);
  const alertId = textOf(fieldsOf(row.incident).id);
  const common = { id: textOf(row.id), at: instantOf(row.created_at), original: row };
  const type = textOf(row.type).replace(/_reference$/, '');
  const act = entries[type] ?? 'not_understood';
  if (act === 'page') {
    const { type: method, status } = fieldsOf(channel.notification);
    return { kind: 'page', ...common, alertId, to: person(row.user), method: textOf(method), outcome: textOf(status) || null };
  }
  const sentence = textOf(row.note ?? channel.content ?? row.summary ?? channel.summary);
  return {
    kind: 'act',
    ...common,
    alertId,
    act: act === 'signal' ? 'other' : act,
    by: person(row.agent),
    // the trigger has what the sender said, as PagerDuty has normalised it
    sentence: act === 'signal' ? JSON.stringify({ sentence, details: channel.details ?? channel.cef_details }) : sentence,
  };
}

const incidents: ReadHistory = ({ body }) => listOf(fieldsOf(body).incidents).map(incident);
const logEntries: ReadHistory = ({ body }) => listOf(fieldsOf(body).log_entries).map(entry);

/** Of the whole account, without the incident: a page is known to its incident by its log entry alone. */
const notifications: ReadHistory = ({ body }) =>
  listOf(fieldsOf(body).notifications).map((row): ForeignFact => ({
    kind: 'page',
    id: `notification:${textOf(row.id)}`,
    at: instantOf(row.started_at),
    alertId: null,
    to: person(row.user),
    method: textOf(row.type),
    outcome: textOf(row.status) || null,
    original: row,
  }));

const oncalls: ReadHistory = ({ body }) =>
  listOf(fieldsOf(body).oncalls).flatMap((row): readonly ForeignFact[] => {
    const [schedule, at, until] = [thing(row.schedule), instantOf(row.start), instantOf(row.end)];
    if (schedule === null || at === null || until === null) return [];
    const who = person(row.user);
    return [{ kind: 'duty', id: `${schedule.id}:${at}:${who ?? ''}`, at, until, schedule, who, original: row }];
  });

export const pagerdutyHistory: HistoryReader = { incidents, 'log-entries': logEntries, notifications, oncalls };
