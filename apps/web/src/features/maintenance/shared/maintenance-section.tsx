import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useEvery } from '../../../data/cache/use-view.js';
import { useMay } from '../../../data/session/session.js';
import { useNames } from '../../../data/words/names.js';
import { Button } from '../../../ui/button.js';
import { Confirm } from '../../../ui/confirm.js';
import { ResourceList } from '../../../ui/resource/resource-list.js';
import { Countdown } from '../../../ui/age.js';
import { MaintenanceDialog } from './maintenance-dialog.js';
import { recurrenceWords } from './maintenance-draft.js';
import { MutingLine } from '../../silences/shared/muting-line.js';

const order: Readonly<Record<MaintenanceRow['state'], number>> = { active: 0, planned: 1, over: 2 };
const startOf = ({ current, next }: MaintenanceRow): string => (current ?? next[0])?.from ?? '';

/** Maintenance windows, the active ones first; `serviceId`: those that name this service, or all services of its team. */
export function MaintenanceSection({ serviceId }: { serviceId?: string }) {
  const may = useMay('silence.start');
  const names = useNames();
  const reading = useEvery('maintenanceWindows');
  const [isOpen, setOpen] = useState(false);
  const teamId = serviceId === undefined ? undefined : names.serviceRow(serviceId)?.teamId;
  const isShown = ({ services, teamId: ofTeam }: MaintenanceRow): boolean =>
    serviceId === undefined || services.includes(serviceId) || (services.length === 0 && (ofTeam === null || ofTeam === teamId));
  const rows = (reading.data?.rows ?? [])
    .filter(isShown)
    .toSorted((one, other) => order[one.state] - order[other.state] || (startOf(one) < startOf(other) ? -1 : 1));
  return (
    <>
      <ResourceList
        id="maintenance"
        title="Maintenance windows"
        what="The maintenance windows"
        reading={reading}
        rows={rows}
        renderLine={(row) => <MaintenanceLine row={row} />}
        empty="No maintenance is planned."
        addButton={may && <Button onClick={() => setOpen(true)}>New window</Button>}
      />
      {isOpen && <MaintenanceDialog serviceId={serviceId} onClose={() => setOpen(false)} />}
    </>
  );
}

function useScopeWords({ teamId, services }: MaintenanceRow): string {
  const names = useNames();
  const team = teamId === null ? 'All teams' : names.team(teamId);
  return services.length === 0 ? team : services.map(names.service).join(', ');
}

const EndWords = ({ row: { current, next, rule } }: { row: MaintenanceRow }) => {
  if (current)
    return (
      <>
        ends in <Countdown to={current.until} />
      </>
    );
  if (!next[0]) return <>over</>;
  return (
    <>
      in <Countdown to={next[0].from} />
      {rule && <span className="block text-xs">{recurrenceWords(rule)}</span>}
    </>
  );
};

function MaintenanceLine({ row }: { row: MaintenanceRow }) {
  const { id: windowId, teamId, name, behaviour, current, next, rule, state, matchers } = row;
  const may = useMay('silence.start', { teamId });
  const [isOpen, setOpen] = useState(false);
  const scope = useScopeWords(row);
  const end = useCommand('EndMaintenance', 'end the maintenance');
  const skip = useCommand('SkipMaintenance', 'skip the maintenance');
  const remove = useCommand('RemoveMaintenance', 'remove the maintenance window');
  return (
    <MutingLine
      state={current ? 'active' : next[0] ? 'planned' : 'over'}
      title={name}
      flag={behaviour === 'low_urgency' && 'low urgency'}
      matchers={matchers}
      note={scope}
      period={current ?? next[0]}
      end={<EndWords row={row} />}
    >
      {may && (
        <>
          {current && (
            <Confirm
              label="End now"
              title={`End ${name}`}
              says="What it mutes and still fires pages after 5 minutes. Later occurrences stay."
              act="End maintenance"
              busy={end.isPending}
              onConfirm={() => end.mutate({ windowId })}
            />
          )}
          {!current && rule && next[0] && (
            <Button kind="quiet" busy={skip.isPending} onClick={() => skip.mutate({ windowId, from: next[0]!.from })}>
              Skip next
            </Button>
          )}
          {state !== 'over' && (
            <Button kind="quiet" aria-label={`Edit ${name}`} onClick={() => setOpen(true)}>
              Edit
            </Button>
          )}
          <Confirm
            label="Remove"
            title={`Remove ${name}`}
            says="The window and its occurrences are removed. What it mutes and still fires pages after 5 minutes."
            act="Remove window"
            busy={remove.isPending}
            onConfirm={() => remove.mutate({ windowId })}
          />
        </>
      )}
      {isOpen && <MaintenanceDialog row={row} onClose={() => setOpen(false)} />}
    </MutingLine>
  );
}
