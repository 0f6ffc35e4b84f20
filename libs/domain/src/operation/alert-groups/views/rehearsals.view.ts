import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import { rehearsedPeopleListed, type RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { comparedStateOf, type PersonHere, type PersonThere, type ThereSide } from '@tocsin/contracts/side-by-side/differences.js';
import * as sideBySideLimits from '@tocsin/contracts/side-by-side/limits.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';

type Duty = NonNullable<PersonHere['duty']>;

/** A row with the pages that ring nobody: whose each is, how, and why they were on call. */
type StoredRehearsal = RehearsalRow & {
  readonly personOf: Readonly<Record<string, string>>;
  readonly kindOf: Readonly<Record<string, ContactKind>>;
  readonly dutyOf: Readonly<Record<string, Duty>>;
};
type OfGroup = RecordedFact & { readonly data: { readonly groupId: string } };

const keysOf = ({ data }: OfGroup): readonly string[] => [data.groupId];
const mostPages = 4 * rehearsedPeopleListed;
const isFull = (of: object): boolean => Object.keys(of).length >= mostPages;

const judged = (row: StoredRehearsal): StoredRehearsal => ({ ...row, compared: comparedStateOf(row) });

const emptyRow = (id: string, serviceId: string, openedAt: string, number: number | null): StoredRehearsal => ({
  id,
  number,
  serviceId,
  openedAt,
  people: [],
  compared: 'waiting',
  personOf: {},
  kindOf: {},
  dutyOf: {},
});

const withMessage = (row: StoredRehearsal, pageId: string, slot: string, at: string): StoredRehearsal | undefined => {
  const personId = row.personOf[pageId];
  if (personId === undefined) return undefined;
  const { people, dutyOf } = row;
  const before = people.find((one) => one.personId === personId);
  if (!before && people.length >= rehearsedPeopleListed) return undefined;
  const kind = row.kindOf[slot];
  const duty = dutyOf[personId];
  const methods = [...new Set([...(before?.methods ?? []), ...(kind ? [kind] : [])])];
  const one: PersonHere = before
    ? { ...before, messages: before.messages + 1, methods }
    : { personId, firstAt: at, messages: 1, methods, ...(duty ? { duty } : {}) };
  return judged({ ...row, people: before ? people.map((person) => (person === before ? one : person)) : [...people, one] });
};

const sent = {
  keys: keysOf,
  row: (row: StoredRehearsal | undefined, { data, meta }: { data: { pageId: string; slot: string }; meta: { at: string } }) =>
    row && withMessage(row, data.pageId, data.slot, meta.at),
};

const ended: RowChange<StoredRehearsal, OfGroup> = {
  keys: keysOf,
  row: (row, { meta }) => (row && row.endedAt === undefined ? judged({ ...row, endedAt: meta.at }) : undefined),
};

const dutiesIn = ({ targets }: FactOf<'EscalationStepTaken'>): readonly (readonly [string, Duty])[] =>
  targets.flatMap(({ persons }) =>
    persons.flatMap(({ personId, onCall }) => {
      if (!onCall) return [];
      const { scheduleId, why } = onCall;
      return [[personId, { scheduleId, kind: why.kind, replacesId: why.kind === 'override' ? why.replacesId : null }] as const];
    }),
  );

type Page = FactOf<'OldSystemRead'>['pages'][number];

const withPage = (people: readonly PersonThere[], { personId, at, method }: Page): PersonThere[] => {
  const before = people.find((one) => one.personId === personId);
  if (!before) {
    const one = { personId, firstAt: at, messages: 1, methods: method === '' ? [] : [method] };
    return people.length < sideBySideLimits.most.people ? [...people, one] : [...people];
  }
  const methods = before.methods.includes(method) || method === '' ? before.methods : [...before.methods, method].slice(0, 10);
  const firstAt = at < before.firstAt ? at : before.firstAt;
  return people.map((one) => (one === before ? { personId, firstAt, messages: before.messages + 1, methods } : one));
};

/** What the old system did, with what a reading adds to it. */
const thereAfter = (before: ThereSide | undefined, { pairs, pages, to }: FactOf<'OldSystemRead'>, key: string): ThereSide => {
  const own = pairs.filter(({ rowId }) => rowId === key);
  const ends = [before?.endedAt, ...own.map(({ endedAt }) => endedAt)].filter((at) => typeof at === 'string').toSorted();
  const alerts = [...new Set([...(before?.alerts ?? []), ...own.flatMap(({ alertId }) => alertId ?? [])])];
  return {
    alerts: alerts.slice(0, sideBySideLimits.most.people),
    as: before && before.people.length > 0 ? before.as : (own[0]?.as ?? 'own'),
    people: pages.filter(({ rowId }) => rowId === key).reduce(withPage, before?.people ?? []),
    endedAt: ends[0] ?? null,
    until: to,
  };
};

/** Who would have been paged by services that rehearse, for each group, and whom the old system notified. */
export const rehearsalsView: View<StoredRehearsal, RecordedFact> = {
  name: 'rehearsals',
  hasHistory: false,
  bookkeeping: ['personOf', 'kindOf', 'dutyOf'],
  columns: { serviceId: ({ serviceId }) => serviceId, openedAt: ({ openedAt }) => openedAt, compared: ({ compared }) => compared },
  on: {
    AlertGroupOpened: {
      keys: ({ data: { rehearses, groupId } }) => (rehearses ? [groupId] : []),
      row: (_row, { data: { groupId, number, serviceId }, meta }) =>
        serviceId === null ? undefined : emptyRow(groupId, serviceId, meta.at, number),
    },
    EscalationStepTaken: {
      keys: keysOf,
      row: (row, { data }) =>
        row && !isFull(row.dutyOf) ? { ...row, dutyOf: { ...row.dutyOf, ...Object.fromEntries(dutiesIn(data)) } } : undefined,
    },
    PageStarted: {
      keys: keysOf,
      row: (row, { data: { pageId, personId, quiet } }) =>
        row && !quiet && !isFull(row.personOf) ? { ...row, personOf: { ...row.personOf, [pageId]: personId } } : undefined,
    },
    AttemptPlanned: {
      keys: keysOf,
      row: (row, { data: { slot, kind } }) =>
        row && !isFull(row.kindOf) ? { ...row, kindOf: { ...row.kindOf, [slot]: kind } } : undefined,
    },
    AttemptCancelled: { keys: (event) => (event.data.reason === 'delivery.rehearsing' ? keysOf(event) : []), row: sent.row },
    // to whoever agreed to be paged, and once the service is live
    AttemptStarted: sent,
    AlertGroupAcknowledged: ended,
    AlertGroupResolved: ended,
    OldSystemRead: {
      keys: ({ data: { pairs, compared } }) => [...new Set([...pairs.map(({ rowId }) => rowId), ...compared])],
      row: (row, { data }, key) => {
        const own = data.pairs.find(({ rowId }) => rowId === key);
        const before = row ?? (own?.groupId === null ? emptyRow(key, own.serviceId, own.at, null) : undefined);
        return before && judged({ ...before, there: thereAfter(before.there, data, key) });
      },
    },
  },
};
