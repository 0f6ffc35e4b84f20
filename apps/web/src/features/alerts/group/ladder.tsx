import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../../data/words/names.js';
import { useOlder } from '../../../data/cache/use-older.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Panel } from '../../../ui/panel.js';
import { Nothing } from '../../../ui/screen.js';
import { WhenRead } from '../../../ui/when-read.js';
import { LadderLines } from '../shared/ladder-lines.js';
import { withOlder } from '../shared/ladder-model.js';
import { LoadOlder } from './load-older.js';

/** Who was paged, who is next, and the outcome of every attempt. */
export function Ladder({ row }: { row: AlertGroupRow }) {
  const reading = useRow('ladders', row.id);
  const { data } = reading;
  const names = useNames();
  const newest = data?.row ?? null;
  const older = useOlder('ladders', row.id, newest?.older ?? null);
  if (!newest)
    return (
      <Panel title="Escalation">
        <WhenRead of={[reading]} what="The escalation">
          <Nothing>No one yet.</Nothing>
        </WhenRead>
      </Panel>
    );
  const ladder = withOlder(newest, older.rows);
  const policy = names.policyRow(ladder.policy?.policyId);
  return (
    <Panel
      title="Escalation"
      actions={
        policy && (
          <Link to="/policies/$id" params={{ id: policy.id }} className="link text-xs !text-muted">
            {policy.name}, version {ladder.policy?.version}
          </Link>
        )
      }
    >
      <LoadOlder older={older} />
      <LadderLines ladder={ladder} policy={policy} />
    </Panel>
  );
}
