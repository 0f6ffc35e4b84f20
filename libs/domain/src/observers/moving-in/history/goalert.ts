import { fieldsOf, listOf, textOf, type Fields } from '../answers.js';
import { actOfGoalert } from './known-sentences.js';
import { instantOf, numbered, type ForeignFact, type HistoryReader, type Named, type ReadHistory } from './foreign-fact.js';

const partOf = (body: unknown, name: string): Fields => fieldsOf(fieldsOf(fieldsOf(body).data)[name]);

/** `Acknowledged by Ana Brandt via Web UI`. */
const byIn = (sentence: string): Named => /\bby (.+?)(?: via .*| \(.*|\.)?$/.exec(sentence)?.[1] ?? null;

const alerts: ReadHistory = ({ body }) =>
  listOf(partOf(body, 'alerts').nodes).map((row): ForeignFact => {
    const service = fieldsOf(row.service);
    const closed = instantOf(fieldsOf(row.metrics).closedAt);
    return {
      kind: 'signal',
      id: textOf(row.alertID),
      at: instantOf(row.createdAt),
      title: textOf(row.summary),
      body: JSON.stringify({ details: row.details, meta: row.meta }),
      service: textOf(service.id) === '' ? null : { id: textOf(service.id), name: textOf(service.name) },
      integration: null,
      urgency: 'high',
      priority: '',
      isRaw: false,
      acknowledgedAt: null,
      acknowledgedBy: null,
      resolvedAt: closed,
      isListed: false,
      original: row,
    };
  });

const events: ReadHistory = ({ graphql, body }) => {
  const alertId = textOf(graphql?.variables.number);
  const number = numbered();
  return listOf(fieldsOf(partOf(body, 'alert').recentEvents).nodes).map((row): ForeignFact => {
    const sentence = textOf(row.message);
    return {
      kind: 'act',
      id: number(`${alertId}:${textOf(row.timestamp)}`),
      at: instantOf(row.timestamp),
      alertId,
      act: actOfGoalert(sentence),
      by: byIn(sentence),
      sentence,
      original: row,
    };
  });
};

const messages: ReadHistory = ({ body }) =>
  listOf(partOf(body, 'messageLogs').nodes).map((row): ForeignFact => ({
    kind: 'page',
    id: textOf(row.id),
    at: instantOf(row.sentAt ?? row.createdAt),
    alertId: textOf(row.alertID) || null,
    to: textOf(row.userID) || null,
    method: textOf(row.destination).replace(/[\s(].*$/, ''),
    outcome: textOf(row.status) || null,
    original: row,
  }));

const duty: ReadHistory = ({ graphql, body }) => {
  const id = textOf(graphql?.variables.id);
  return listOf(partOf(body, 'schedule').shifts).flatMap((row): readonly ForeignFact[] => {
    const [at, until] = [instantOf(row.start), instantOf(row.end)];
    if (at === null || until === null) return [];
    const who = textOf(row.userID) || null;
    return [{ kind: 'duty', id: `${id}:${at}:${who ?? ''}`, at, until, schedule: { id, name: '' }, who, original: row }];
  });
};

export const goalertHistory: HistoryReader = { alerts, 'alert-events': events, 'message-logs': messages, duty };
