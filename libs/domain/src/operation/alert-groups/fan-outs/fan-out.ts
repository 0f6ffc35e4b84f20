import type { EventType, FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { FanOutFact } from '@tocsin/contracts/alert-groups/fan-outs.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { Process } from '@tocsin/kernel/react/process.js';
import type { InternalCommand } from '../commands.js';
import type { GroupReads } from '../shared/reads.js';

export type ListingFact = FanOutFact['type'];
/** What a listing says besides its part of the groups. */
export type SubjectOf<T extends ListingFact> = Omit<FactOf<T>, 'groups' | 'more'>;

/** What follows for alert groups from facts about something else: one command for each group. */
export interface FanOut<T extends ListingFact, Request = SubjectOf<T>> {
  /** The fact that lists the groups part by part. */
  readonly lists: T;
  /** By the type of the fact that it follows from. Null: nothing follows. */
  readonly on: { readonly [E in EventType]?: (data: FactOf<E>) => Request | null };
  /** The subject as of now, before each part; null: it is outdated, and the rest is dropped. Without it the request is the subject. */
  readonly now?: (request: Request | SubjectOf<T>, reads: GroupReads) => SubjectOf<T> | null;
  /** The groups concerned, in id order, after the one given. Read lazily. */
  readonly groups: (subject: SubjectOf<T>, reads: GroupReads, after: string | null) => Iterable<string>;
  /** Does nothing to a group that has followed already, or is no longer concerned. */
  readonly each: (groupId: string, subject: SubjectOf<T>) => InternalCommand;
}
// oxlint-disable-next-line typescript/no-explicit-any -- a list of fan-outs holds subjects of every kind
export type AnyFanOut = FanOut<any, any>;

/** Lists the next part of the groups. */
export interface ListGroups {
  readonly type: 'ListGroups';
  readonly data: {
    readonly fanOut: string;
    /** The id of the event that led to this part: the fact that is followed, or the part before. */
    readonly cause: string;
    readonly request: object;
    readonly after: string | null;
  };
}

const takeOneMore = (ids: Iterable<string>): readonly string[] => {
  const taken: string[] = [];
  for (const id of ids) if (taken.push(id) > alertGroupLimits.sizes.listedTogether) break;
  return taken;
};

/** The fact that lists the next part; nothing where no group is left. */
export const listPart = (
  { lists, now, groups }: AnyFanOut,
  { request, after }: Pick<ListGroups['data'], 'request' | 'after'>,
  reads: GroupReads,
): readonly FanOutFact[] => {
  const subject = now ? (now(request, reads) as object | null) : request;
  if (!subject) return [];
  const ids = takeOneMore(groups(subject, reads, after));
  if (ids.length === 0) return [];
  const part = ids.slice(0, alertGroupLimits.sizes.listedTogether);
  const data = { ...subject, groups: part, more: ids.length > part.length ? part.at(-1)! : null };
  return [{ type: lists as ListingFact, data } as FanOutFact];
};

type Listed = Extract<RecordedFact, { readonly type: ListingFact }>;

/**
 * Commands for the groups of one part, then the next part: it is listed at the end of the log, so whatever came
 * meanwhile is handled between parts, and a restart continues after the last one.
 */
export const processOf = (name: string, { on, lists, each }: AnyFanOut): Process<RecordedFact> => {
  const list = (cause: string, request: object, after: string | null): ListGroups => ({
    type: 'ListGroups',
    data: { fanOut: name, cause, request, after },
  });
  const begin = Object.entries(on).map(([type, requestOf]) => {
    const then = ({ id, data }: RecordedFact): readonly ListGroups[] => {
      const request = (requestOf as (data: unknown) => object | null)(data);
      return request ? [list(id, request, null)] : [];
    };
    return [type, { then }] as const;
  });
  const then = ({ id, data: { groups, more, ...subject } }: Listed): readonly (InternalCommand | ListGroups)[] => [
    ...groups.map((groupId) => each(groupId, subject)),
    ...(more === null ? [] : [list(id, subject, more)]),
  ];
  return { name, on: { ...Object.fromEntries(begin), [lists as ListingFact]: { then } } };
};
