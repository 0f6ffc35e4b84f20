import type { StandingApprovalRow } from '@tocsin/contracts/tool-plans/noun.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll, useEvery } from '../../../data/cache/use-view.js';
import { useMay } from '../../../data/session/session.js';
import { useClock } from '../../../data/time/clock.js';
import { useNames } from '../../../data/words/names.js';
import { Confirm } from '../../../ui/confirm.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { DialogButton } from '../../../ui/resource/form-dialog.js';
import { ResourceList } from '../../../ui/resource/resource-list.js';
import { Ago, Day } from '../../../ui/time.js';
import { toolWords } from './sentences.js';

const GiveDialog = lazyPart(() => import('../give-standing-dialog.js'), 'GiveStandingDialog');

/** What programs may do without asking. */
export function StandingApprovals() {
  const may = useMay('standing_approval.configure');
  const reading = useEvery('standingApprovals');
  const minute = useClock((now) => Math.floor(now / 60_000) * 60_000);
  const tokens = new Map(useAll('tokens').map((token) => [token.id, token]));
  const isLive = ({ ended, until, tokenId }: StandingApprovalRow): boolean =>
    ended === null && Date.parse(until) > minute && tokens.get(tokenId)?.revoked === null;
  const rows = (reading.data?.rows ?? []).toSorted((one, other) => (one.since < other.since ? 1 : -1));
  const over = rows.filter((row) => !isLive(row));
  return (
    <ResourceList
      id="standing"
      title="Standing approvals"
      what="The standing approvals"
      reading={reading}
      rows={rows.filter(isLive)}
      renderLine={(row) => <Line row={row} may={may} />}
      empty="None: every plan of a program waits for a person."
      addButton={may && <DialogButton label="Give approval" renderDialog={(close) => <GiveDialog onClose={close} />} />}
      pastRows={
        over.length > 0 && (
          <Disclosure className="mt-2 text-muted" summary={`${over.length} ended`}>
            <ul>
              {over.map((row) => (
                <Line key={row.id} row={row} may={false} isOver />
              ))}
            </ul>
          </Disclosure>
        )
      }
    />
  );
}

function Line({ row, may, isOver = false }: { row: StandingApprovalRow; may: boolean; isOver?: boolean }) {
  const names = useNames();
  const end = useCommand('EndStandingApproval', 'end the standing approval');
  const { id: standingId, tokenId, tool, teamId, perDay, used, until, ended, by } = row;
  const what = `${names.token(tokenId)} may ${toolWords[tool]} alert groups of ${names.team(teamId)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-soft py-2.5 last:border-0">
      <span className="min-w-0 grow basis-72">
        <span className="block font-medium [overflow-wrap:anywhere]">{what}</span>
        <span className="block text-xs text-muted">
          {perDay} times a day, by {names.person(by)} · {used ? `${used.times} on ${used.day}` : 'not used yet'}
        </span>
      </span>
      <span className="text-xs text-muted tabular-nums">
        {ended ? (
          <>
            ended by {names.person(ended.by)} <Ago at={ended.at} />
          </>
        ) : (
          <>
            {isOver ? 'over, until ' : 'until '}
            <Day at={until} />
          </>
        )}
      </span>
      {may && (
        <Confirm
          label="End"
          title="End the standing approval"
          says={`${names.token(tokenId)} must ask from now on.`}
          act="End approval"
          busy={end.isPending}
          onConfirm={() => end.mutate({ standingId })}
        />
      )}
    </li>
  );
}
