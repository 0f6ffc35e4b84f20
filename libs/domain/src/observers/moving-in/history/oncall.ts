import type { ForeignAct } from '@tocsin/contracts/imported-history/events.js';
import { fieldsOf, listOf, textOf, type Fields } from '../answers.js';
import { instantOf, type ForeignFact, type HistoryReader, type Named, type ReadHistory } from './foreign-fact.js';

const resultsOf = (body: unknown): readonly Fields[] => listOf(fieldsOf(body).results);
const named = (value: unknown): Named => textOf(value) || null;

/** OnCall tells the last of each only: its escalation log is not in its interface. */
const acts: readonly (readonly [ForeignAct, string, string])[] = [
  ['acknowledged', 'acknowledged_at', 'acknowledged_by'],
  ['resolved', 'resolved_at', 'resolved_by'],
  ['snoozed', 'silenced_at', 'silenced_by'],
];

function factsOfGroup(row: Fields): readonly ForeignFact[] {
  const id = textOf(row.id);
  const integration = textOf(row.integration_id);
  const { payload } = fieldsOf(row.last_alert);
  const signal: ForeignFact = {
    kind: 'signal',
    id,
    at: instantOf(row.created_at),
    title: textOf(row.title),
    body: payload === undefined || payload === null ? '' : JSON.stringify(payload),
    // a service of its own for each integration
    service: integration === '' ? null : { id: `service:${integration}`, name: '' },
    integration: integration === '' ? null : { id: integration, name: '' },
    urgency: 'high',
    priority: '',
    isRaw: payload !== undefined && payload !== null,
    acknowledgedAt: instantOf(row.acknowledged_at),
    acknowledgedBy: named(row.acknowledged_by),
    resolvedAt: instantOf(row.resolved_at),
    isListed: false,
    original: row,
  };
  const done = acts.flatMap(([act, at, by]): readonly ForeignFact[] => {
    const when = instantOf(row[at]);
    if (when === null) return [];
    return [
      { kind: 'act', id: `${id}:${act}`, at: when, alertId: id, act, by: named(row[by]), sentence: '', original: [row[at], row[by]] },
    ];
  });
  return [signal, ...done];
}

const groups: ReadHistory = ({ body }) => resultsOf(body).flatMap(factsOfGroup);

const notes: ReadHistory = ({ body }) =>
  resultsOf(body).map((row): ForeignFact => ({
    kind: 'act',
    id: `note:${textOf(row.id)}`,
    at: instantOf(row.created_at),
    alertId: textOf(row.alert_group_id),
    act: 'noted',
    by: named(row.author),
    sentence: textOf(row.text),
    original: row,
  }));

/** As of today’s shifts: what OnCall itself can’t tell better. */
const duty: ReadHistory = ({ asked, body }) => {
  const id = decodeURIComponent(/\/schedules\/([^/?]+)/.exec(asked)?.[1] ?? '');
  return resultsOf(body).flatMap((row): readonly ForeignFact[] => {
    const [at, until] = [instantOf(row.shift_start), instantOf(row.shift_end)];
    if (at === null || until === null) return [];
    const who = named(row.user_pk ?? row.user_email);
    return [{ kind: 'duty', id: `${id}:${at}:${who ?? ''}`, at, until, schedule: { id, name: '' }, who, original: row }];
  });
};

export const oncallHistory: HistoryReader = { 'alert-groups': groups, 'resolution-notes': notes, duty };
