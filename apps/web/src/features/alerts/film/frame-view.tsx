import type { FilmFrame, FilmRows } from '@tocsin/contracts/film/film.js';
import { useClock } from '../../../data/time/clock.js';
import { formatTimeLeft } from '../../../data/time/times.js';
import { capital } from '../../../data/words/capital.js';
import type { Names } from '../../../data/words/names.js';
import { Panel } from '../../../ui/panel.js';
import { Nothing } from '../../../ui/screen.js';
import { TimeOfDay } from '../../../ui/time.js';
import { sentenceOf } from '../../history/shared/sentences.js';
import { AlertRows } from '../group/alert-rows.js';
import { columnsOf } from '../group/alert-columns.js';
import { EventIcon } from '../group/event-icon.js';
import { LadderLines } from '../shared/ladder-lines.js';
import { responsibilityOf, responsibilityText } from '../shared/responsibility.js';
import { StateMark, stateColour } from '../shared/state-mark.js';
import { stateWord } from '../shared/state-word.js';

interface Props {
  rows: FilmRows;
  /** The newest first: the frame’s own, and those before it. */
  lines: readonly FilmFrame[];
  names: Names;
}

/** What was known, who was being paged, and what had just happened. */
export const FrameView = ({ rows, lines, names }: Props) => (
  <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_380px]">
    <div className="grid min-w-0 gap-5">
      <Known rows={rows} names={names} />
      <Lines lines={lines} names={names} />
    </div>
    <Panel title="Escalation">
      {rows.ladders ? <LadderLines ladder={rows.ladders} policy={undefined} /> : <Nothing>No one yet.</Nothing>}
    </Panel>
  </div>
);

function Known({ rows: { alertGroups: group, alerts }, names }: Pick<Props, 'rows' | 'names'>) {
  const holding = group && responsibilityOf(group, undefined, names);
  const next = holding?.next?.at;
  const left = useClock((now) => (next !== undefined && Date.parse(next) > now ? formatTimeLeft(Date.parse(next) - now) : null));
  if (!group || !holding) return null;
  const shown = alerts?.alerts ?? [];
  return (
    <Panel title="What was known" flush>
      <div className="grid gap-1.5 px-4 pb-4">
        <p className={`flex items-center gap-2 font-semibold ${stateColour(group.status)}`}>
          <StateMark status={group.status} urgency={group.urgency} isPlain />
          <span>{capital(stateWord(group.status))}</span>
          <span className="font-normal text-muted">
            {group.urgency} urgency · {group.firing.toLocaleString('en')} of {group.alerts.toLocaleString('en')} firing
          </span>
        </p>
        <p className="text-base font-semibold wrap-anywhere">{group.title}</p>
        <p className="text-muted">{responsibilityText(holding, left)}</p>
      </div>
      {shown.length > 0 && <AlertRows alerts={shown} columns={columnsOf(shown, alerts?.commonLabels ?? {})} groupStatus={group.status} />}
    </Panel>
  );
}

const Lines = ({ lines, names }: Pick<Props, 'lines' | 'names'>) => (
  <Panel title="What happened">
    <ol>
      {lines.map(({ event }, n) => (
        <li
          key={event.id}
          aria-current={n === 0 ? 'step' : undefined}
          className={`grid grid-cols-[5.5rem_24px_1fr] gap-x-2 py-1.5 ${n === 0 ? 'font-medium' : 'text-muted'}`}
        >
          <TimeOfDay at={event.meta.at} className="text-xs leading-5 text-muted" />
          <EventIcon type={event.type} />
          <p className="min-w-0 wrap-anywhere">{sentenceOf(event, names)}</p>
        </li>
      ))}
    </ol>
  </Panel>
);
