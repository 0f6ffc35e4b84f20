import { fieldsOf, listOf, textOf, type Fields, type ForeignAnswer } from '../answers.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { actOfOpsgenie } from './known-sentences.js';
import {
  instantOf,
  numbered,
  type ForeignFact,
  type ForeignSignal,
  type HistoryReader,
  type Named,
  type ReadHistory,
} from './foreign-fact.js';

/** Opsgenie wraps its answers in `data`, Jira Service Management lists `values`. */
const rowsOf = (body: unknown): readonly Fields[] => listOf(fieldsOf(body).data ?? fieldsOf(body).values ?? body);
const rowOf = (body: unknown): Fields => (fieldsOf(body).data === undefined ? fieldsOf(body) : fieldsOf(fieldsOf(body).data));

const idIn = (asked: string, of: string): string => decodeURIComponent(new RegExp(`/${of}/([^/?]+)`).exec(asked)?.[1] ?? '');

/** Those that are no person. */
const programs = /^(?:system|opsgenie|automation|integration|api)?$/i;
const named = (value: unknown): Named => {
  const text = textOf(value);
  return programs.test(text) ? null : text;
};

const after = (from: string | null, millis: unknown): string | null =>
  from === null || typeof millis !== 'number' ? null : addMillis(from, millis);

/** The team’s, as its service is made by the import of its configuration. */
function serviceOf(row: Fields): ForeignSignal['service'] {
  const [team] = [...listOf(row.teams), ...listOf(row.responders).filter(({ type }) => type === undefined || type === 'team')];
  const id = textOf(team?.id ?? row.ownerTeamId);
  return id === '' ? null : { id, name: textOf(team?.name) };
}

const urgent = new Set(['P1', 'P2', '']);

function signalOf(row: Fields, isListed: boolean): ForeignFact {
  const at = instantOf(row.createdAt);
  const report = fieldsOf(row.report);
  const { message, description, details, tags, alias, source, entity, count } = row;
  const integration = fieldsOf(row.integration);
  const priority = textOf(row.priority);
  const isClosed = row.status === 'closed';
  return {
    kind: 'signal',
    id: textOf(row.id),
    at,
    title: textOf(message),
    body: JSON.stringify({ description, details, tags, alias, source, entity, count }),
    service: serviceOf(row),
    integration: textOf(integration.id) === '' ? null : { id: textOf(integration.id), name: textOf(integration.name) },
    urgency: urgent.has(priority) ? 'high' : 'low',
    priority,
    isRaw: false,
    acknowledgedAt: after(at, report.ackTime),
    acknowledgedBy: named(report.acknowledgedBy),
    resolvedAt: after(at, report.closeTime) ?? (isClosed ? instantOf(row.closedAt ?? row.updatedAt) : null),
    isListed,
    original: row,
  };
}

const listed: ReadHistory = ({ body }) => rowsOf(body).map((row) => signalOf(row, true));
const single: ReadHistory = ({ body }) => [signalOf(rowOf(body), false)];

const logs: ReadHistory = ({ asked, body }) => {
  const alertId = idIn(asked, 'alerts');
  const number = numbered();
  return rowsOf(body).map((row): ForeignFact => {
    const sentence = textOf(row.log);
    return {
      kind: 'act',
      id: number(`${alertId}:${textOf(row.offset) || textOf(row.createdAt)}`),
      at: instantOf(row.createdAt),
      alertId,
      act: actOfOpsgenie(sentence),
      by: named(row.owner),
      sentence,
      original: row,
    };
  });
};

const notes: ReadHistory = ({ asked, body }) => {
  const alertId = idIn(asked, 'alerts');
  const number = numbered();
  return rowsOf(body).map((row): ForeignFact => ({
    kind: 'act',
    id: number(`${alertId}:note:${textOf(row.offset) || textOf(row.createdAt)}`),
    at: instantOf(row.createdAt),
    alertId,
    act: 'noted',
    by: named(row.owner),
    sentence: textOf(row.note),
    original: row,
  }));
};

const recipients: ReadHistory = ({ asked, body }) => {
  const alertId = idIn(asked, 'alerts');
  return rowsOf(body).map((row): ForeignFact => {
    const user = fieldsOf(row.user);
    const id = textOf(user.id) || textOf(user.username);
    return {
      kind: 'page',
      id: `${alertId}:${id}`,
      at: instantOf(row.createdAt),
      alertId,
      to: named(id),
      method: textOf(row.method),
      outcome: textOf(row.state) || null,
      original: row,
    };
  });
};

/** Periods that were: what lies ahead of the rescue is a plan. */
const duty: ReadHistory = ({ asked, body }: ForeignAnswer) => {
  const scheduleId = idIn(asked, 'schedules');
  const timeline = rowOf(body);
  const name = textOf(fieldsOf(timeline._parent).name);
  return listOf(fieldsOf(timeline.finalTimeline).rotations).flatMap((rotation) =>
    listOf(rotation.periods)
      .filter(({ type }) => type === 'historical')
      .flatMap((period): readonly ForeignFact[] => {
        const [at, until] = [instantOf(period.startDate), instantOf(period.endDate)];
        if (at === null || until === null) return [];
        const recipient = fieldsOf(period.recipient);
        const who = recipient.type === 'user' || recipient.type === undefined ? named(recipient.id) : null;
        const id = `${scheduleId}:${textOf(rotation.id)}:${at}:${textOf(recipient.id)}`;
        return [{ kind: 'duty', id, at, until, schedule: { id: scheduleId, name }, who, original: period }];
      }),
  );
};

/** How much was listed is in the list; what each is, in its own answer. */
export const opsgenieHistory: HistoryReader = {
  alert: single,
  alerts: listed,
  'alert-logs': logs,
  'alert-notes': notes,
  'alert-recipients': recipients,
  duty,
};
