import { useCallback, useEffect, useMemo, useState, type ComponentProps } from 'react';
import { useCounts } from '../../../data/cache/use-counts.js';
import type { ListParams } from '../../../data/cache/merge.js';
import { useAskAgain } from '../../../data/cache/use-ask-again.js';
import { useMore, useView } from '../../../data/cache/use-view.js';
import { useMe } from '../../../data/session/session.js';
import { useStore } from '../../../data/store.js';
import { useNames } from '../../../data/words/names.js';
import { LoadFailure, WaitingLines } from '../../../ui/screen.js';
import { useTeams } from '../../teams/shared/teams.js';
import { AlertList } from './alert-list.js';
import { decidedGroups } from './closed-groups.js';
import { paramsOf, queryOf, searchOf, type AlertsSearch } from './filters.js';
import { burstOf, closedOf, columnsOf, countedParams, groupsOf, type ListGroup } from './grouping.js';
import type { Grouping } from './list-choice.js';
import type { GroupHeading } from './heading.js';
import { parts, type Part } from './parts.js';
import type { Section } from './use-sections.js';

interface Props extends Omit<ComponentProps<typeof AlertList>, 'sections' | 'isPrevious' | 'closed' | 'headingOf' | 'by'> {
  search: AlertsSearch;
  by: Exclude<Grouping, 'state'>;
  isOldestFirst: boolean;
}

interface Wanted {
  readonly key: string;
  readonly group: string;
  readonly part: Part;
  readonly count: number;
  readonly params: ListParams;
}

/** The list by service, alert name or team: groups and their numbers are counted by the server, and rows are read where they come into view. */
export function GroupedList({ search, by, isOldestFirst, ...list }: Props) {
  const { personId: me } = useMe();
  const askAgain = useAskAgain();
  const nameOf = useGroupName(by);
  const filter = queryOf(search);
  const params = useMemo(() => countedParams(searchOf(filter), me), [filter, me]);
  const { data: counts, error } = useCounts('alertGroups', params, [columnsOf[by], 'status', 'urgency', 'olderThanSilence'], true);
  const groups = useMemo(() => groupsOf(counts ?? [], columnsOf[by], nameOf), [counts, by, nameOf]);
  const wanted = useMemo(
    () =>
      groups.flatMap((group) =>
        parts.flatMap((part): readonly Wanted[] => {
          const count = group.counts.get(part);
          if (count === undefined) return [];
          const { where, ...rest } = paramsOf(searchOf(filter), part, me, isOldestFirst);
          const key = `${by} ${group.key} ${part}`;
          return [{ key, group: group.key, part, count, params: { ...rest, where: { ...where, [columnsOf[by]]: [group.key] } } }];
        }),
      ),
    [groups, filter, me, by, isOldestFirst],
  );
  const decided = useStore(decidedGroups)[by];
  const closed = useMemo(() => closedOf(groups, decided ?? new Map()), [groups, decided]);
  const { sections, readers } = useWantedSections(wanted);
  const headings = useMemo(
    () => new Map(groups.map((group) => [group.key, headingOf(group, by, nameOf, sections)])),
    [groups, by, nameOf, sections],
  );
  if (!counts) return error ? <LoadFailure what="The list of alerts" error={error} again={askAgain} /> : <WaitingLines lines={8} />;
  return (
    <>
      {readers}
      <AlertList {...list} by={by} sections={sections} isPrevious={false} closed={closed} headingOf={(key) => headings.get(key)} />
    </>
  );
}

const titleOf = { service: 'No service', alert: 'Several alert names', team: 'No team' } as const;

/** The name of a value; a group without one stands under words of its own. */
function useGroupName(by: Props['by']): (value: string | null) => string {
  const names = useNames();
  const teams = useTeams();
  return useCallback(
    (value: string | null) => {
      if (value === null) return titleOf[by];
      if (by === 'alert') return value;
      return by === 'service' ? names.service(value) : (teams.find(({ id }) => id === value)?.name ?? '');
    },
    [by, names, teams],
  );
}

function headingOf(
  { key, value, counts }: ListGroup,
  by: Props['by'],
  nameOf: (value: string | null) => string,
  sections: readonly Section[],
): GroupHeading {
  const firing = sections.find(({ group, part }) => group === key && part === 'firing.high');
  const burst = burstOf(firing?.rows ?? []);
  return {
    title: nameOf(value),
    counts: parts.flatMap((part) => (counts.has(part) ? [[part, counts.get(part)!] as const] : [])),
    ...(burst ? { hint: `Looks like one problem: ${burst.count} groups in ${burst.seconds} s` } : {}),
    ...(by === 'service' && value !== null ? { serviceId: value } : {}),
  };
}

const never = Promise.resolve();

/** Sections in their order: read ones with their rows, others as places for rows, which are read once one of them is in view. */
function useWantedSections(wanted: readonly Wanted[]) {
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  const [read, setRead] = useState<ReadonlyMap<string, Section>>(new Map());
  const onRead = useCallback(
    (key: string, section: Section | null) =>
      setRead((before) => {
        const next = new Map(before);
        if (section) next.set(key, section);
        else next.delete(key);
        return next;
      }),
    [],
  );
  const sections = useMemo(
    () =>
      wanted.map(
        ({ key, group, part, count }): Section =>
          read.get(key) ?? {
            key,
            group,
            part,
            rows: [],
            left: new Map(),
            total: count,
            more: () => {
              setInView((before) => (before.has(key) ? before : new Set([...before, key])));
              return never;
            },
          },
      ),
    [wanted, read],
  );
  const readers = wanted.map((one) => inView.has(one.key) && <SectionReader key={one.key} wanted={one} onRead={onRead} />);
  return { sections, readers };
}

function SectionReader({ wanted, onRead }: { wanted: Wanted; onRead: (key: string, section: Section | null) => void }) {
  const { key, group, part, count, params } = wanted;
  const { data } = useView('alertGroups', params);
  const more = useMore('alertGroups', params);
  useEffect(() => {
    if (!data) return;
    const total = data.next === null ? data.rows.length : Math.max(count, data.rows.length + 1);
    onRead(key, { key, group, part, rows: data.rows, left: data.left, inAlerts: data.inAlerts, total, more });
  }, [data, count, key, group, part, more, onRead]);
  useEffect(() => () => onRead(key, null), [key, onRead]);
  return null;
}
