import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { EventType, FactOf } from '@tocsin/contracts/catalogue.js';
import type { PageRow } from '@tocsin/contracts/alert-groups/pages.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Names } from '../../../data/words/names.js';

const factsOf = <T extends EventType>(type: T, events: readonly Recorded[]) =>
  events.filter((event) => event.type === type).map(({ data }) => data as FactOf<T>);

/** The same names, with recipients and contact methods of the attempts whose page starts, or that are planned, in these events or `pages`. */
export function withPages(names: Names, events: readonly Recorded[], pages: readonly PageRow[] = []): Names {
  const people = new Map([...pages, ...factsOf('PageStarted', events)].map(({ pageId, personId }) => [pageId, personId]));
  const attempts = pages.flatMap((page) => page.attempts);
  const kinds = new Map<string | undefined, ContactKind>(
    [...attempts, ...factsOf('AttemptPlanned', events)].map(({ slot, kind }) => [slot, kind]),
  );
  const slots = new Map<string | null | undefined, string>(
    [...attempts, ...factsOf('AttemptStarted', events)].map(({ attemptId, slot }) => [attemptId, slot]),
  );
  return {
    ...names,
    message: (of) => {
      const known = names.message(of);
      return {
        kind: kinds.get(of.slot ?? slots.get(of.attemptId)) ?? known.kind,
        to: people.has(of.pageId) ? names.person(people.get(of.pageId)) : known.to,
      };
    },
  };
}
