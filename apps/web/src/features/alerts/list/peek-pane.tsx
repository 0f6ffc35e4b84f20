import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, ExternalLink, X } from 'lucide-react';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useRow } from '../../../data/cache/use-view.js';
import { useNames } from '../../../data/words/names.js';
import { buttonClass } from '../../../ui/button.js';
import { LabelChip } from '../../../ui/chips.js';
import { panelClass } from '../../../ui/panel.js';
import { WhenRead } from '../../../ui/when-read.js';
import { useTeams } from '../../teams/shared/teams.js';
import { ActBar } from '../group/act-bar.js';
import { Annotations } from '../group/annotations.js';
import { LadderLines } from '../shared/ladder-lines.js';
import { StateMark, stateColour } from '../shared/state-mark.js';
import { stateWord } from '../shared/state-word.js';

interface Props {
  row: AlertGroupRow;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
}

const iconClass = `${buttonClass('quiet', 'small')} !px-1.5`;

/** A group beside the list, which stays alive: what is wrong, who is next, and the acts. */
export function PeekPane({ row, onMove, onClose }: Props) {
  const { number, status, urgency, title } = row;
  return (
    <aside
      aria-label={`Peek at #${number}`}
      className={`${panelClass} sticky top-14 ml-5 max-h-[calc(100dvh-4.5rem)] w-98 shrink-0 overflow-y-auto print:hidden`}
    >
      <header className="flex items-center gap-1.5 border-b border-line px-4 py-2.5">
        <span className="text-muted tabular-nums">#{number}</span>
        <span className={`flex items-center gap-1.5 text-xs font-medium ${stateColour(status)}`}>
          <StateMark status={status} urgency={urgency} size={14} isPlain />
          {stateWord(status)}
        </span>
        <span className="ml-auto flex">
          <button type="button" aria-label="Previous alert group" onClick={() => onMove(-1)} className={iconClass}>
            <ChevronUp aria-hidden size={16} />
          </button>
          <button type="button" aria-label="Next alert group" onClick={() => onMove(1)} className={iconClass}>
            <ChevronDown aria-hidden size={16} />
          </button>
          <Link to="/alerts/$number" params={{ number: String(number) }} aria-label={`Open #${number}`} className={iconClass}>
            <ExternalLink aria-hidden size={16} />
          </Link>
          <button type="button" aria-label="Close" onClick={onClose} className={iconClass}>
            <X aria-hidden size={16} />
          </button>
        </span>
      </header>
      <div className="grid gap-3 px-4 py-4">
        <h2 className="text-base font-semibold wrap-anywhere">{title}</h2>
        <ActBar key={row.id} row={row} isShort />
        <Annotations row={row} />
        <Escalation row={row} />
        <Facts row={row} />
      </div>
    </aside>
  );
}

function Escalation({ row }: { row: AlertGroupRow }) {
  const reading = useRow('ladders', row.id);
  const names = useNames();
  const ladder = reading.data?.row;
  return (
    <section aria-label="Escalation" className="mt-2">
      <h3 className="mb-2 font-semibold">Escalation</h3>
      {ladder ? (
        <LadderLines ladder={ladder} policy={names.policyRow(ladder.policy?.policyId)} />
      ) : (
        <WhenRead of={[reading]} what="The escalation">
          <p className="text-muted">No one yet.</p>
        </WhenRead>
      )}
    </section>
  );
}

function Facts({ row }: { row: AlertGroupRow }) {
  const names = useNames();
  const team = useTeams().find(({ id }) => id === row.teamId);
  const labels = useRow('alerts', row.id).data?.row?.commonLabels ?? {};
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 [&>dt]:text-muted">
      {row.serviceId && (
        <>
          <dt>Service</dt>
          <dd>
            <Link to="/services/$id" params={{ id: row.serviceId }} className="link">
              {names.service(row.serviceId)}
            </Link>
          </dd>
        </>
      )}
      {team && (
        <>
          <dt>Team</dt>
          <dd>{team.name}</dd>
        </>
      )}
      <dt>Alerts</dt>
      <dd className="tabular-nums">
        {row.firing} of {row.alerts} firing{row.muted ? `, ${row.muted} muted` : ''}
      </dd>
      {Object.keys(labels).length > 0 && (
        <>
          <dt>Labels</dt>
          <dd className="flex flex-wrap gap-1">
            {Object.entries(labels).map(([name, value]) => (
              <LabelChip key={name} name={name} value={value} />
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}
