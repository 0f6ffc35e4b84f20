import { Link } from '@tanstack/react-router';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { AlertsRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { ReactNode } from 'react';
import { useOlder } from '../../../data/cache/use-older.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Section } from '../../../ui/screen.js';
import { SidewaysScroll } from '../../../ui/sideways-scroll.js';
import { WhenRead } from '../../../ui/when-read.js';
import { StateMark } from '../shared/state-mark.js';
import { At, AtTime } from '../../../ui/time.js';
import { columnsOf } from './alert-columns.js';
import { LoadOlder } from './load-older.js';

/** The alerts in the group: shared labels as a line, differing ones as a table. */
export function AlertsTable({ row }: { row: AlertGroupRow }) {
  const reading = useRow('alerts', row.id);
  const newest = reading.data?.row;
  const older = useOlder('alerts', row.id, newest?.older ?? null);
  if (!reading.data)
    return (
      <Section title="Alerts">
        <WhenRead of={[reading]} what="The alerts" />
      </Section>
    );
  if (!newest || newest.alerts.length === 0) return null;
  const newestKeys = new Set(newest.alerts.map(({ fingerprint }) => fingerprint));
  const alerts = [...newest.alerts, ...older.rows.flatMap((one) => one.alerts).filter(({ fingerprint }) => !newestKeys.has(fingerprint))];
  const columns = columnsOf(alerts, newest.commonLabels);
  return (
    <Section title={row.alerts === 1 ? 'Alert' : `${row.alerts} alerts`}>
      <CommonLabels labels={newest.commonLabels} />
      <SidewaysScroll label="Alerts">
        <table className="w-full text-left whitespace-nowrap">
          <thead className="text-xs text-muted">
            <tr className="border-b border-line *:py-1 *:pr-5 *:font-medium">
              <th scope="col">Alert</th>
              <th scope="col">Severity</th>
              {columns.map((column) => (
                <th key={column} scope="col" className="font-mono !font-normal">
                  {column}
                </th>
              ))}
              <th scope="col">Since</th>
            </tr>
          </thead>
          <tbody>
            {alerts.map((alert) => (
              <AlertLine key={alert.fingerprint} alert={alert} columns={columns} isCalm={row.status !== 'firing'} />
            ))}
          </tbody>
        </table>
      </SidewaysScroll>
      <LoadOlder older={older} />
      {row.counted > 0 && <CountedOnly count={row.counted} />}
    </Section>
  );
}

const CommonLabels = ({ labels }: { labels: Readonly<Record<string, string>> }) => {
  const common = Object.entries(labels);
  return (
    common.length > 0 && (
      <p className="mb-2 flex flex-wrap gap-x-3 gap-y-0.5 font-mono text-[12.5px] text-muted">
        {common.map(([label, value]) => (
          <LabelLink key={label} label={label} value={value}>
            {label}=<span className="text-ink">{value}</span>
          </LabelLink>
        ))}
      </p>
    )
  );
};

type GroupAlert = AlertsRow['alerts'][number];

/** `isCalm`: nothing in the group is firing and unacknowledged, which is what red means. */
const AlertLine = ({ alert, columns, isCalm }: { alert: GroupAlert; columns: readonly string[]; isCalm: boolean }) => (
  <tr className={`border-b border-line/60 *:py-1.5 *:pr-5 ${alert.state === 'resolved' ? 'text-faint' : ''}`}>
    <td className="max-w-96 min-w-56 whitespace-normal">
      <span className="flex items-baseline gap-2">
        <StateMark status={alert.state} urgency="high" size={11} isCalm={isCalm} />
        <span className="wrap-anywhere">
          {alert.summary || alert.name}
          {alert.inHand && alert.state === 'firing' && <span className="text-xs text-muted"> · acknowledged by the source</span>}
          {alert.endsAt && alert.state === 'firing' && (
            <span className="text-xs text-muted">
              {' '}
              · ending, resolves <AtTime at={alert.endsAt} />
            </span>
          )}
          {alert.details && <Details text={alert.details} />}
        </span>
      </span>
    </td>
    <td title={`Source’s severity: ${alert.severityWord}`}>{alert.severity}</td>
    {columns.map((column) => (
      <td key={column} className="font-mono text-[12.5px]">
        {alert.labels[column] === undefined ? '–' : <LabelLink label={column} value={alert.labels[column]} />}
      </td>
    ))}
    <td>
      <At at={alert.startsAt ?? alert.firstSeenAt} />
    </td>
  </tr>
);

const CountedOnly = ({ count }: { count: number }) => (
  <p className="mt-2 text-xs text-muted">
    At least {count.toLocaleString('en')} more {count === 1 ? 'alert is' : 'alerts are'} firing. A group lists at most{' '}
    {alertGroupLimits.sizes.alertsPerGroup.toLocaleString('en')}; the rest is counted.
  </p>
);

/** Leads to everything that has this label. */
const LabelLink = ({ label, value, children }: { label: string; value: string; children?: ReactNode }) => (
  <Link
    to="/alerts"
    search={{ state: 'all', q: `${label}=${value}` }}
    title={`All alerts with ${label}=${value}`}
    className="wrap-anywhere decoration-line-field underline-offset-3 hover:underline focus-visible:underline"
  >
    {children ?? value}
  </Link>
);

const Details = ({ text }: { text: string }) => (
  <details className="text-xs">
    <summary className="text-muted">Annotations</summary>
    <pre className="max-h-60 overflow-auto font-mono text-xs whitespace-pre-wrap">{text}</pre>
  </details>
);
