import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll, useView } from '../../data/cache/use-view.js';
import { useMe } from '../../data/session/session.js';
import { say } from '../../data/toasts.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { Slot } from '../../ui/select.js';
import { WhenRead } from '../../ui/when-read.js';

/** As many as one reading lists: for more it is pressed again. */
const atMost = 50;

const countWords = (count: number): string => `${count} alert group${count === 1 ? '' : 's'}`;

/** What I hold, and who is on call instead of me by a schedule: they are asked to take it. I keep each until they accept. */
export function HandOverScreen({ schedule: scheduleId }: { schedule: string }) {
  const { personId: me } = useMe();
  const names = useNames();
  const onCall = useAll('onCall').find(({ id }) => id === scheduleId);
  const next = (onCall?.people ?? []).map(({ personId }) => personId).filter((personId) => personId !== me);
  const [chosen, setChosen] = useState<string | null>(null);
  const to = chosen ?? next[0];
  const reading = useView('alertGroups', { where: { holderId: [me], status: ['acknowledged'] }, sort: 'number', limit: atMost });
  const groups = reading.data?.rows ?? [];
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const reassign = useCommand('ReassignAlertGroup', 'hand over');
  const isBusy = reassign.isPending;
  const left = groups.filter(({ id }) => !asked.has(id));
  const handOver = async (personId: string): Promise<void> => {
    for (const { id } of left) {
      // what is refused is said, and the rest stays
      const isAsked = await reassign.mutateAsync({ groupId: id, personId }).then(
        () => true,
        () => false,
      );
      if (!isAsked) return;
      setAsked((before) => new Set([...before, id]));
    }
    say({ kind: 'done', title: `${names.person(personId)} is being paged` });
  };
  return (
    <Screen narrow title="Hand over">
      <WhenRead of={[reading]} what="Your alert groups">
        {groups.length === 0 ? (
          <Nothing>You hold no alert group.</Nothing>
        ) : (
          <Section title="Assigned to you">
            <Groups groups={groups} asked={asked} />
            {to === undefined ? (
              <Nothing>No one else is on call by {names.schedule(scheduleId)}.</Nothing>
            ) : (
              <div className="flex flex-wrap items-center gap-3 pt-3">
                <span>
                  To{' '}
                  <Slot label="Who takes over" value={to} disabled={isBusy} onChange={({ target }) => setChosen(target.value)}>
                    {next.map((personId) => (
                      <option key={personId} value={personId}>
                        {names.person(personId)}
                      </option>
                    ))}
                  </Slot>
                </span>
                <Button kind="act" busy={isBusy} whyNot={left.length === 0 && 'All are asked for'} onClick={() => void handOver(to)}>
                  Hand over {countWords(left.length)}
                </Button>
              </div>
            )}
            <p className="pt-2 text-xs text-muted">They are paged now. Each stays yours until they accept.</p>
          </Section>
        )}
      </WhenRead>
    </Screen>
  );
}

const Groups = ({ groups, asked }: { groups: readonly AlertGroupRow[]; asked: ReadonlySet<string> }) => (
  <ul className="divide-y divide-line">
    {groups.map(({ id, number, title }) => (
      <li key={id} className="flex items-center gap-3 py-2">
        <Link to="/alerts/$number" params={{ number: String(number) }} className="link min-w-0 flex-1 truncate">
          #{number} {title}
        </Link>
        {asked.has(id) && <span className="text-xs text-muted">asked</span>}
      </li>
    ))}
  </ul>
);
