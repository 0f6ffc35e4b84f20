import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { SenderAct } from '@tocsin/contracts/routing/sender-acts.js';
import type { Arrival } from '../../format.js';
import { labelsOf } from '../../parsing/labels.js';
import { asDetails, asLine, asList, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { toSignal } from '../../parsing/one-alert.js';
import { severityOf } from '../../parsing/severity.js';
import { cutTo, cutToBytes, cutToLength } from '../../parsing/text.js';
import { instantOf } from '../../parsing/time.js';
import { nothing, type AlertRef, type NamedResponder, type NothingReading, type SignalReading } from '../../reading.js';

interface ReadAct {
  readonly act: SenderAct;
  readonly who?: readonly NamedResponder[];
}
/** Undefined: it says nothing that changes anything here. */
type Reader = (fields: JsonFields, arrival: Arrival) => ReadAct | undefined;

const kinds: Readonly<Record<string, NamedResponder['kind']>> = { user: 'person', team: 'team', schedule: 'schedule' };

const responderOf = (value: unknown, otherwise: string): NamedResponder | undefined => {
  const fields = asObject(value) ?? { name: value };
  const name = asTrimmedText(fields['username']) ?? asTrimmedText(fields['name']) ?? asTrimmedText(fields['id']);
  const kind = kinds[(asTrimmedText(fields['type']) ?? otherwise).toLowerCase()];
  return name === null || kind === undefined ? undefined : { kind, name };
};

/** Responders that one request may name. */
const mostNamed = 50;

/** Whom it names is looked up before it is recorded. */
const responders = (list: readonly unknown[], otherwise: string): ReadAct | undefined => {
  const who = list.slice(0, mostNamed).flatMap((one) => responderOf(one, otherwise) ?? []);
  return who.length > 0 ? { act: { kind: 'add_responders', targets: [] }, who } : undefined;
};

const cutDetails = (fields: JsonFields): string | undefined => {
  const details = asDetails(fields);
  return details === null ? undefined : cutToBytes(details, integrationLimits.detailsBytes);
};

const namesOf = (value: unknown): readonly string[] => {
  const most = integrationLimits.labelsPerAlert;
  const names = asList(value)?.slice(0, most) ?? asTrimmedText(value)?.split(',', most) ?? [];
  return names.flatMap((name) => asTrimmedText(name) ?? []).map((name) => cutTo(name, integrationLimits.labelCharacters));
};

const rewrite = (act: Omit<Extract<SenderAct, { kind: 'rewrite' }>, 'kind'>): ReadAct => ({ act: { kind: 'rewrite', ...act } });

const readPriority: Reader = (fields) => {
  const word = asTrimmedText(fields['priority']);
  return word === null ? undefined : rewrite({ severity: severityOf(word), severityWord: word.slice(0, 10) });
};

const readers: Readonly<Record<string, Reader>> = {
  unacknowledge: () => ({ act: { kind: 'unacknowledge' } }),
  escalate: () => ({ act: { kind: 'escalate' } }),
  notes: ({ note }) => {
    const text = asTrimmedText(note);
    return text === null ? undefined : { act: { kind: 'note', text: cutToBytes(text, integrationLimits.detailsBytes) } };
  },
  snooze: ({ endTime }) => {
    const until = instantOf(endTime);
    return until === null ? undefined : { act: { kind: 'snooze', until } };
  },
  assign: ({ owner }) => {
    const who = responderOf(owner, 'user');
    return who && { act: { kind: 'add_responders', targets: [] }, who: [{ ...who, assigns: true }] };
  },
  teams: ({ team }) => responders([team], 'team'),
  responders: ({ responder, responders: all }) => responders(asList(all) ?? [responder], 'user'),
  tags: ({ tags }, { method, query }) =>
    method === 'DELETE' ? rewrite({ removedTags: [...namesOf(query['tags'])] }) : rewrite({ tags: [...namesOf(tags)] }),
  details: ({ details }, { method, query }) =>
    method === 'DELETE'
      ? rewrite({ removedLabels: [...namesOf(query['keys'])] })
      : rewrite({ labels: labelsOf(asObject(details) ?? {}, []) }),
  message: (fields) => {
    const message = asLine(fields['message']);
    return message === null ? undefined : rewrite({ summary: cutToLength(message, integrationLimits.summaryCharacters, 'summary', []) });
  },
  description: ({ description }) => {
    const details = cutDetails({ description });
    return details === undefined ? undefined : rewrite({ details });
  },
  priority: readPriority,
};

/** What is done to an alert that is named; what changes nothing here is accepted all the same. */
export const readAct = (arrival: Arrival, of: AlertRef): SignalReading | NothingReading => {
  const word = /\/(\w+)$/.exec(arrival.path)?.[1] ?? '';
  const read = readers[word]?.(asObject(arrival.body) ?? {}, arrival);
  if (!read || of.value === '') return { ...nothing, of };
  const { act, who } = read;
  const empty = toSignal({ action: 'act', key: of.value, summary: null }, () => {
    throw new Error('an act has no alert');
  });
  const reading: SignalReading = { kind: 'signal', signal: { ...empty, act }, keyFrom: 'sender', ...(who ? { who } : {}) };
  return of.by === 'key' ? reading : { ...reading, of };
};
