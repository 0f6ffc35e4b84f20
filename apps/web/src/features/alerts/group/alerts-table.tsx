import type { AlertGroupRow, AlertGroupStatus, AlertsRow } from '@tocsin/contracts/alert-groups/rows.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useOlder, type Older } from '../../../data/cache/use-older.js';
import { useRow } from '../../../data/cache/use-view.js';
import { FindField } from '../../../ui/find-field.js';
import { Panel } from '../../../ui/panel.js';
import { SegmentedControl } from '../../../ui/segmented-control.js';
import { WhenRead } from '../../../ui/when-read.js';
import { columnsOf } from './alert-columns.js';
import { searched, type GroupAlert } from './alerts-by-name.js';
import { AlertRows } from './alert-rows.js';
import { LabelLink } from './label-link.js';
import { LoadOlder } from './load-older.js';
import { NamedRows } from './named-rows.js';

/** More alerts than this can be searched, and are grouped by name where they have several. */
const many = 10;

/** The alerts in the group: labels that all share as chips, differing ones as columns; many of them by name, with a search. */
export function AlertsTable({ row }: { row: AlertGroupRow }) {
  const reading = useRow('alerts', row.id);
  const newest = reading.data?.row;
  const older = useOlder('alerts', row.id, newest?.older ?? null);
  const title = row.alerts === 1 ? 'Alert' : `${row.alerts} alerts`;
  if (!reading.data)
    return (
      <Panel title="Alerts">
        <WhenRead of={[reading]} what="The alerts" />
      </Panel>
    );
  if (!newest || newest.alerts.length === 0) return null;
  return (
    <Panel title={title} flush actions={<span className="text-xs text-muted">{firingWords(row)}</span>}>
      <LoadedAlerts row={row} newest={newest} older={older} />
      {row.counted > 0 && <CountedOnly count={row.counted} />}
    </Panel>
  );
}

const firingWords = ({ firing, alerts, muted }: AlertGroupRow): string =>
  `${firing.toLocaleString('en')} of ${alerts.toLocaleString('en')} firing${muted ? `, ${muted.toLocaleString('en')} muted` : ''}`;

function LoadedAlerts({ row, newest, older }: { row: AlertGroupRow; newest: AlertsRow; older: Older<'alerts'> }) {
  const [q, setQ] = useState('');
  const [shows, setShows] = useState<'all' | 'firing'>('all');
  const [by, setBy] = useState<'name' | 'alert'>('name');
  const search = useDeferredValue(q);
  const newestKeys = new Set(newest.alerts.map(({ fingerprint }) => fingerprint));
  const all = [...newest.alerts, ...older.rows.flatMap((one) => one.alerts).filter(({ fingerprint }) => !newestKeys.has(fingerprint))];
  const alerts = searched(shows === 'firing' ? all.filter(({ state }) => state === 'firing') : all, search);
  const columns = columnsOf(all, newest.commonLabels);
  const isMany = row.alerts > many;
  const hasNames = isMany && new Set(all.map(({ name }) => name)).size > 1;
  useWhole(older, isMany);
  return (
    <>
      <CommonLabels labels={newest.commonLabels} isOfOne={row.alerts === 1} />
      {isMany && (
        <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b border-line-soft bg-panel px-4 py-2">
          <FindField
            label="Search the alerts"
            placeholder={`Search ${row.alerts.toLocaleString('en')} alerts, or label=value`}
            text={q}
            onText={setQ}
            className="min-w-48 flex-1 max-sm:basis-full"
          />
          <SegmentedControl
            label="Alerts"
            segments={[
              { value: 'all', label: 'All' },
              { value: 'firing', label: 'Firing' },
            ]}
            value={shows}
            onChange={setShows}
          />
          {hasNames && (
            <SegmentedControl
              label="Group"
              segments={[
                { value: 'name', label: 'By name' },
                { value: 'alert', label: 'One by one' },
              ]}
              value={by}
              onChange={setBy}
            />
          )}
        </div>
      )}
      <Found {...{ alerts, columns }} groupStatus={row.status} isByName={hasNames && by === 'name'} />
      <div className="px-2 py-1 empty:hidden">
        <LoadOlder older={older} />
      </div>
    </>
  );
}

interface FoundProps {
  alerts: readonly GroupAlert[];
  columns: readonly string[];
  groupStatus: AlertGroupStatus;
  isByName: boolean;
}

const Found = ({ isByName, ...found }: FoundProps) => {
  if (found.alerts.length === 0) return <p className="px-4 py-3 text-muted">No alerts found.</p>;
  return isByName ? <NamedRows {...found} /> : <AlertRows {...found} />;
};

/** Most parts of a row that are read without being asked for: a group lists at most 2,000 alerts. */
const mostParts = 30;

/** Reads the older parts, too: a number of what happens to be loaded says nothing. */
function useWhole({ rows, hasMore, isLoading, load }: Older<'alerts'>, isWanted: boolean): void {
  const next = isWanted && hasMore && !isLoading && rows.length < mostParts ? rows.length : null;
  const loadNext = useEffectEvent(load);
  useEffect(() => {
    if (next !== null) loadNext();
  }, [next]);
}

const CommonLabels = ({ labels, isOfOne }: { labels: Readonly<Record<string, string>>; isOfOne: boolean }) => {
  const common = Object.entries(labels);
  if (common.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-1.5 px-4 pb-3">
      <span className="mr-0.5 text-xs text-muted">{isOfOne ? 'Labels' : 'All have'}</span>
      {common.map(([label, value]) => (
        <LabelLink key={label} label={label} value={value} isChip />
      ))}
    </p>
  );
};

const CountedOnly = ({ count }: { count: number }) => (
  <p className="px-4 py-2 text-xs text-muted">
    At least {count.toLocaleString('en')} more {count === 1 ? 'alert is' : 'alerts are'} firing. A group lists at most{' '}
    {alertGroupLimits.sizes.alertsPerGroup.toLocaleString('en')}; the rest is counted.
  </p>
);
