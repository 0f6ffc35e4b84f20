import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { useMayAct } from '../features/alerts/shared/may-act.js';
import { useNames } from '../data/words/names.js';
import { wordsOfReading } from '../data/cache/api.js';
import { useCommand } from '../data/cache/use-command.js';
import { useView } from '../data/cache/use-view.js';
import { StateMark } from '../features/alerts/shared/state-mark.js';
import { ResponsibilityText } from '../features/alerts/shared/responsibility-text.js';
import { Group, Item } from './palette-item.js';

const maxMatches = 6;

/** Searched by the server, because there may be ten thousand. */
export function AlertGroups({ typed, onClose }: { typed: string; onClose: () => void }) {
  const q = useDeferredValue(typed.trim().replace(/^(ack|acknowledge|open|resolve)\s+/i, ''));
  const navigate = useNavigate();
  const names = useNames();
  const acknowledge = useCommand('AcknowledgeAlertGroup', 'acknowledge it');
  const mayAct = useMayAct();
  const params = useMemo(() => ({ q, where: {}, sort: 'number', desc: true, limit: maxMatches }), [q]);
  const { data, error } = useView('alertGroups', params, { isEnabled: q.length > 1, keepsPrevious: true });
  const rows = data?.rows ?? [];
  if (q.length > 1 && error && !data)
    return (
      <p role="alert" className="px-2.5 py-2 text-xs text-warn">
        Alert groups could not be searched. {wordsOfReading(error)}
      </p>
    );
  if (q.length < 2 || rows.length === 0) return null;
  const open = (row: AlertGroupRow) => {
    onClose();
    void navigate({ to: '/alerts/$number', params: { number: String(row.number) } });
  };
  return (
    <Group heading="Alert groups">
      {rows.slice(0, maxMatches).map((row) => (
        <Item
          key={row.id}
          value={`${typed} #${row.number} ${row.title}`}
          onSelect={() => open(row)}
          aside={<ResponsibilityText row={row} names={names} />}
        >
          <StateMark status={row.status} urgency={row.urgency} size={13} />
          <span className="truncate">
            <span className="text-faint">#{row.number}</span> {row.title}
            {data?.inAlerts?.has(row.id) && <span className="text-muted"> · in it: {data.inAlerts.get(row.id)}</span>}
          </span>
        </Item>
      ))}
      {rows
        .filter((row) => row.status === 'firing' && mayAct(row))
        .slice(0, maxMatches)
        .map((row) => (
          <Item
            key={row.id}
            value={`${typed} acknowledge #${row.number} ${row.title}`}
            onSelect={() => {
              onClose();
              acknowledge.mutate({ groupId: row.id });
            }}
          >
            <span className="truncate">
              Acknowledge <span className="text-faint">#{row.number}</span> {row.title}
            </span>
          </Item>
        ))}
    </Group>
  );
}
