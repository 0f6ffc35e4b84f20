import type { Mute } from '@tocsin/contracts/alert-groups/mutes.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { Link } from '@tanstack/react-router';
import { useRow } from '../../../data/cache/use-view.js';
import { useNames } from '../../../data/words/names.js';
import { At } from '../../../ui/time.js';

/** What mutes a suppressed group, by name, and until when: the one that decides first. */
export function MutedBy({ row: { suppressed } }: { row: Pick<AlertGroupRow, 'suppressed'> }) {
  if (!suppressed) return null;
  return (
    <ul className="text-muted">
      {suppressed.settlesAt && (
        <li>
          Settling until <At at={suppressed.settlesAt} />: nothing mutes it any more.
        </li>
      )}
      {suppressed.mutes.map((mute) => (
        <li key={`${mute.kind} ${mute.id}`}>
          <MuteText mute={mute} />
        </li>
      ))}
    </ul>
  );
}

export function MutedByGroup({ groupId }: { groupId: string }) {
  const row = useRow('alertGroups', groupId).data?.row;
  return row ? <MutedBy row={row} /> : null;
}

/** `Bo’s silence “db move”, until 14:00`; an inhibition: `while #7 fires`. */
export const MuteText = ({ mute }: { mute: Mute }) => (
  <>
    <MuteName mute={mute} />
    {mute.version !== undefined && mute.version > 1 && ` (version ${mute.version})`}
    {mute.until ? (
      <>
        , until <At at={mute.until} />
      </>
    ) : (
      mute.by && (
        <>
          , while{' '}
          <Link to="/alerts/$number" params={{ number: String(mute.by.number) }} className="link">
            #{mute.by.number}
          </Link>{' '}
          fires
        </>
      )
    )}
  </>
);

function MuteName({ mute }: { mute: Mute }) {
  const Name = namesOf[mute.kind];
  return <Name id={mute.id} />;
}

function SilenceName({ id }: { id: string }) {
  const names = useNames();
  const silence = useRow('silences', id).data?.row;
  if (!silence) return 'A silence';
  const comment = textOrErased(silence.comment);
  const who = silence.by === names.me ? 'Your' : `${names.person(silence.by)}’s`;
  return (
    <Link to="/silences" className="link">
      {who} silence{comment && ` “${comment}”`}
    </Link>
  );
}

function WindowName({ id }: { id: string }) {
  const window = useRow('maintenanceWindows', id).data?.row;
  return (
    <Link to="/maintenance" className="link">
      Maintenance{window ? ` “${window.name}”` : ''}
    </Link>
  );
}

function RuleName({ id }: { id: string }) {
  const rule = useRow('inhibitionRules', id).data?.row;
  return (
    <Link to="/silences" className="link">
      Inhibition rule{rule ? ` “${rule.name}”` : ''}
    </Link>
  );
}

const RouteName = () => (
  <Link to="/routes" className="link">
    Held by a route, in case it resolves
  </Link>
);

const namesOf: Readonly<Record<Mute['kind'], (props: { id: string }) => React.ReactNode>> = {
  silence: SilenceName,
  maintenance: WindowName,
  inhibition: RuleName,
  hold: RouteName,
};
