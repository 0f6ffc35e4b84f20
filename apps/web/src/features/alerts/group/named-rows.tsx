import type { AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import { Fragment, useState } from 'react';
import { ChevronRight } from 'lucide-react';
import { Age } from '../../../ui/age.js';
import { AlertMark, AlertRows } from './alert-rows.js';
import { byName, type GroupAlert, type NamedAlerts } from './alerts-by-name.js';

interface Props {
  alerts: readonly GroupAlert[];
  columns: readonly string[];
  groupStatus: AlertGroupStatus;
}

/** The alerts by name, with how many of each fire; a name opens its alerts. */
export function NamedRows({ alerts, columns, groupStatus }: Props) {
  const [opened, setOpened] = useState<string | null>(null);
  const named = byName(alerts, columns);
  const most = Math.max(...named.map((one) => one.alerts.length));
  return (
    <table className="w-full text-left">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line *:h-[34px] *:px-2 *:font-medium *:first:pl-4 *:last:pr-4">
          <th scope="col">Alert name</th>
          <th scope="col" className="max-sm:hidden">
            Examples
          </th>
          <th scope="col" className="max-lg:hidden">
            Firing
          </th>
          <th scope="col" className="text-right">
            Count
          </th>
          <th scope="col" className="text-right max-sm:hidden">
            Newest
          </th>
        </tr>
      </thead>
      <tbody>
        {named.map((one) => {
          const isOpen = opened === one.name;
          return (
            <Fragment key={one.name}>
              <NameRow
                named={one}
                most={most}
                groupStatus={groupStatus}
                isOpen={isOpen}
                onPress={() => setOpened(isOpen ? null : one.name)}
              />
              {isOpen && (
                <tr className="border-b border-line bg-well">
                  <td colSpan={5}>
                    <AlertRows alerts={one.alerts} columns={columns} groupStatus={groupStatus} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

interface NameRowProps {
  named: NamedAlerts;
  most: number;
  groupStatus: AlertGroupStatus;
  isOpen: boolean;
  onPress: () => void;
}

const fills: { readonly [S in AlertGroupStatus]?: string } = { firing: 'bg-alarm-fill', suppressed: 'bg-quiet' };

const NameRow = ({ named: { name, alerts, firing, newest, examples }, most, groupStatus, isOpen, onPress }: NameRowProps) => (
  <tr className="border-b border-line-soft last:border-0 *:px-2 *:py-1.5 *:first:pl-4 *:last:pr-4 hover:bg-hover">
    <td className="font-medium">
      <button type="button" aria-expanded={isOpen} onClick={onPress} className="flex min-h-6 max-w-full items-center gap-2 text-left">
        <AlertMark state={firing > 0 ? 'firing' : 'resolved'} groupStatus={groupStatus} />
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <ChevronRight
          aria-hidden
          size={14}
          className={`shrink-0 text-muted transition-transform motion-reduce:transition-none ${isOpen ? 'rotate-90' : ''}`}
        />
      </button>
    </td>
    <td className="max-w-48 truncate text-muted max-sm:hidden">{examples.join(', ')}</td>
    <td aria-hidden className="w-32 max-lg:hidden">
      <span className="block h-1.5 rounded-full bg-pressed">
        <span className={`block h-full rounded-full ${fills[groupStatus] ?? 'bg-held'}`} style={{ width: `${(firing / most) * 100}%` }} />
      </span>
    </td>
    <td className="text-right whitespace-nowrap tabular-nums">
      <b className="font-semibold">{firing.toLocaleString('en')}</b> of {alerts.length.toLocaleString('en')}
    </td>
    <td className="text-right text-muted max-sm:hidden">
      <Age at={newest} />
    </td>
  </tr>
);
