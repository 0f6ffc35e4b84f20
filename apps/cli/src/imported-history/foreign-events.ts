import type { ForeignEvent } from '@tocsin/contracts/imported-history/events.js';
import type { ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import type { ForeignFact } from '@tocsin/domain/observers/moving-in/history/foreign-fact.js';
import type { ReferencedPeople } from './referenced-people.js';

/** The most of one text: an event has to fit into an append. */
const mostCharacters = 60_000;
const mostOfTitle = 2_000;

export interface Imported {
  readonly system: ForeignSystemName;
  readonly account: string;
  readonly recordedAt: string;
}

export const streamOf = (system: string, fact: ForeignFact): string => {
  if (fact.kind === 'signal') return `imported-alert-${system}-${fact.id}`;
  // of a year, and of a day: a stream is read whole before each append to it
  if (fact.kind === 'duty') return `imported-duty-${system}-${fact.schedule.id}-${fact.at?.slice(0, 4) ?? ''}`;
  return fact.alertId === null ? `imported-pages-${system}-${fact.at?.slice(0, 10) ?? ''}` : `imported-alert-${system}-${fact.alertId}`;
};

export const typeOf = ({ kind }: ForeignFact): ForeignEvent['type'] =>
  (({ signal: 'ImportedSignal', act: 'ImportedAct', page: 'ImportedPage', duty: 'ImportedDuty' }) as const)[kind];

interface State extends Imported {
  readonly foreignId: string;
  readonly state: number;
  readonly hash: string;
}

type Common = State & { readonly at: string | null };
type Written<F extends ForeignFact> = (fact: F, common: Common, people: ReferencedPeople) => ForeignEvent['data'];

const thingOf = ({ id, name }: { readonly id: string; readonly name: string }, people: ReferencedPeople) => ({
  id,
  name: people.replaceIn(name).slice(0, mostOfTitle),
});
const wordsOf = (title: string, body: string, people: ReferencedPeople) => ({
  title: people.replaceIn(title).slice(0, mostOfTitle),
  body: people.replaceIn(body).slice(0, mostCharacters),
});

const written: { readonly [K in ForeignFact['kind']]: Written<Extract<ForeignFact, { kind: K }>> } = {
  signal: (fact, common, people) => {
    const { title, body, service, integration, urgency, priority, isRaw, acknowledgedAt, acknowledgedBy, resolvedAt } = fact;
    return {
      ...common,
      words: wordsOf(title, body, people),
      service: service && thingOf(service, people),
      integration: integration && thingOf(integration, people),
      urgency,
      priority,
      isRaw,
      acknowledgedAt,
      acknowledgedBy: people.find(acknowledgedBy, false),
      resolvedAt,
    };
  },
  act: ({ alertId, act, by, sentence }, common, people) => ({
    ...common,
    alertId,
    act,
    by: people.find(by, false),
    words: wordsOf('', sentence, people),
  }),
  page: ({ alertId, to, method, outcome }, common, people) => ({ ...common, alertId, to: people.find(to, true), method, outcome }),
  duty: ({ schedule, who, until }, common, people) => ({
    ...common,
    schedule: thingOf(schedule, people),
    who: people.find(who, true),
    until,
  }),
};

export const dataOf = (fact: ForeignFact, state: State, people: ReferencedPeople): ForeignEvent['data'] =>
  written[fact.kind](fact as never, { ...state, at: fact.at }, people);
