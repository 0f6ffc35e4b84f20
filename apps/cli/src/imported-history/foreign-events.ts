import type { ForeignEvent, ForeignEventOf, ForeignSystemName } from '@tocsin/contracts/imported-history/events.js';
import type { ForeignFact } from '@tocsin/domain/observers/imported-history/foreign-fact.js';
import type { ReferencedPeople } from './referenced-people.js';

/** The most of one text: an append is limited. */
const mostCharacters = 60_000;

export interface Imported {
  readonly system: ForeignSystemName;
  readonly account: string;
  readonly recordedAt: string;
}

export const streamOf = (system: string, fact: ForeignFact): string => {
  if (fact.kind === 'signal') return `imported-alert-${system}-${fact.id}`;
  if (fact.kind === 'duty') return `imported-duty-${system}-${fact.schedule.id}`;
  return fact.alertId === null ? `imported-pages-${system}` : `imported-alert-${system}-${fact.alertId}`;
};

export const typeOf = ({ kind }: ForeignFact): ForeignEvent['type'] =>
  (({ signal: 'ImportedSignal', act: 'ImportedAct', page: 'ImportedPage', duty: 'ImportedDuty' }) as const)[kind];

interface State extends Imported {
  readonly foreignId: string;
  readonly state: number;
  readonly hash: string;
}

/** The data of an event, with people as references. */
export function dataOf(fact: ForeignFact, state: State, people: ReferencedPeople): unknown {
  const common = { ...state, at: fact.at };
  const thing = <T extends { readonly id: string; readonly name: string } | null>(one: T) =>
    one && { id: one.id, name: people.replaceIn(one.name) };
  const words = (title: string, body: string) => ({
    title: people.replaceIn(title),
    body: people.replaceIn(body).slice(0, mostCharacters),
  });
  switch (fact.kind) {
    case 'signal': {
      const { title, body, service, integration, urgency, priority, isRaw, acknowledgedAt, acknowledgedBy, resolvedAt } = fact;
      const by = people.find(acknowledgedBy, false);
      const data = {
        ...common,
        words: words(title, body),
        service: thing(service),
        integration: thing(integration),
        urgency,
        priority,
        isRaw,
      };
      return { ...data, acknowledgedAt, acknowledgedBy: by, resolvedAt } satisfies ForeignEventOf<'ImportedSignal'>;
    }
    case 'act': {
      const { alertId, act, by, sentence } = fact;
      const who = people.find(by, false);
      return { ...common, alertId, act, by: who, words: words('', sentence) } satisfies ForeignEventOf<'ImportedAct'>;
    }
    case 'page': {
      const { alertId, to, method, outcome } = fact;
      return { ...common, alertId, to: people.find(to, true), method, outcome } satisfies ForeignEventOf<'ImportedPage'>;
    }
    case 'duty': {
      const { schedule, who, until } = fact;
      return { ...common, schedule: thing(schedule)!, who: people.find(who, true), until } satisfies ForeignEventOf<'ImportedDuty'>;
    }
  }
}
