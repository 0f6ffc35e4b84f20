import type { AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { SidewaysScroll } from '../../../ui/sideways-scroll.js';
import { At, AtTime } from '../../../ui/time.js';
import { StateMark } from '../shared/state-mark.js';
import type { GroupAlert } from './alerts-by-name.js';
import { LabelLink } from './label-link.js';

interface Props {
  alerts: readonly GroupAlert[];
  columns: readonly string[];
  /** Nothing in the group is firing and unacknowledged, which is what red means. */
  groupStatus: AlertGroupStatus;
}

/** One alert a line; on phones its labels stand below it. */
export const AlertRows = ({ alerts, columns, groupStatus }: Props) => (
  <SidewaysScroll label="Alerts">
    <table className="w-full text-left max-sm:block sm:whitespace-nowrap">
      <thead className="text-xs text-muted max-sm:sr-only">
        <tr className="border-b border-line *:h-[34px] *:px-2 *:font-medium *:first:pl-4 *:last:pr-4">
          <th scope="col">Alert</th>
          <th scope="col">Severity</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col" className="text-right">
            Since
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {alerts.map((alert) => (
          <AlertRow key={alert.fingerprint} alert={alert} columns={columns} groupStatus={groupStatus} />
        ))}
      </tbody>
    </table>
  </SidewaysScroll>
);

/** Red only where nobody has its group; without colour where all of that is muted. */
export const AlertMark = ({ state, groupStatus }: { state: GroupAlert['state']; groupStatus: AlertGroupStatus }) => (
  <StateMark
    status={state}
    urgency="high"
    size={14}
    isAlert
    isHeld={groupStatus !== 'firing'}
    isCalm={groupStatus === 'suppressed' && state === 'firing'}
  />
);

/** On phones a value has its column’s name in front. */
const headed = 'max-sm:before:mr-1 max-sm:before:text-muted max-sm:before:content-[attr(data-head)]';

const AlertRow = ({ alert, columns, groupStatus }: { alert: GroupAlert; columns: readonly string[]; groupStatus: AlertGroupStatus }) => (
  <tr
    className={`border-b border-line-soft last:border-0 *:px-2 *:py-2 *:align-top *:first:pl-4 *:last:pr-4 max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:px-4 max-sm:py-2 max-sm:*:p-0! ${alert.state === 'resolved' ? 'text-muted' : ''}`}
  >
    <td className="max-sm:basis-full sm:max-w-96 sm:min-w-56 sm:whitespace-normal">
      <Summary alert={alert} groupStatus={groupStatus} />
    </td>
    <td title={`Source’s severity: ${alert.severityWord}`} className="max-sm:ml-[22px]">
      {alert.severity}
    </td>
    {columns.map((column) => (
      <td key={column} data-head={column} className={headed}>
        {alert.labels[column] === undefined ? '–' : <LabelLink label={column} value={alert.labels[column]} />}
      </td>
    ))}
    <td className="text-right text-muted max-sm:ml-auto">
      <At at={alert.startsAt ?? alert.firstSeenAt} />
    </td>
  </tr>
);

const Summary = ({ alert, groupStatus }: { alert: GroupAlert; groupStatus: AlertGroupStatus }) => (
  <span className="flex items-start gap-2">
    <span className="pt-0.5">
      <AlertMark state={alert.state} groupStatus={groupStatus} />
    </span>
    <span className="min-w-0 wrap-anywhere">
      {alert.summary || alert.name}
      {alert.inHand && alert.state === 'firing' && <span className="text-xs text-muted"> · acknowledged by the source</span>}
      {alert.endsAt && alert.state === 'firing' && (
        <span className="text-xs text-muted">
          {' '}
          · ending, resolves <AtTime at={alert.endsAt} />
        </span>
      )}
      {alert.details && (
        <Disclosure summary="Annotations" className="text-xs">
          <pre className="max-h-60 overflow-auto font-mono whitespace-pre-wrap">{alert.details}</pre>
        </Disclosure>
      )}
    </span>
  </span>
);
