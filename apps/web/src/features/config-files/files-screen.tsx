import type { DriftedItem } from '@tocsin/contracts/config-files/plan.js';
import type { ConfigApplyRow } from '@tocsin/contracts/config-files/noun.js';
import { Link } from '@tanstack/react-router';
import { useView } from '../../data/cache/use-view.js';
import { useNames } from '../../data/words/names.js';
import { count } from '../../data/words/sentence.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead, WhenSettled } from '../../ui/when-read.js';
import { useEditedSince } from './shared/use-drift.js';

const newest = { sort: 'at', desc: true, limit: 20 };

/** What was applied from files, and what was edited here since. */
export function FilesScreen() {
  const { drift } = useEditedSince();
  const applies = useView('configApplies', newest);
  return (
    <Screen narrow title="Configuration files">
      <WhenSettled of={[drift, applies]}>
        <Section title="Edited since the last apply">
          <WhenRead of={[drift]} what="What was edited">
            {drift.data?.rows.length === 0 && <Nothing>Everything that files own is as they say.</Nothing>}
            <ul className="divide-y divide-line-soft">
              {drift.data?.rows.map((row) => (
                <Drifted key={`${row.kind} ${row.id}`} row={row} />
              ))}
            </ul>
            {(drift.data?.rows.length ?? 0) > 0 && (
              <p className="pt-2 text-muted">The next apply undoes these edits. Plan first to see how.</p>
            )}
          </WhenRead>
        </Section>
        <Section title="Applied lately">
          <WhenRead of={[applies]} what="What was applied">
            {applies.data?.rows.length === 0 && <Nothing>No files were applied yet. “tocsin export” writes what there is.</Nothing>}
            <ul className="divide-y divide-line-soft">
              {applies.data?.rows.map((row) => (
                <Applied key={row.id} row={row} />
              ))}
            </ul>
          </WhenRead>
        </Section>
      </WhenSettled>
    </Screen>
  );
}

const places = {
  Team: '/teams/$id',
  Schedule: '/schedules/$id',
  Policy: '/policies/$id',
  Service: '/services/$id',
  Heartbeat: '/heartbeats/$id',
} as const;

function Drifted({ row: { kind, id, name, source, file, line, paths, by, at } }: { row: DriftedItem }) {
  const names = useNames();
  const to = kind in places ? places[kind as keyof typeof places] : null;
  return (
    <li className="py-2">
      <p className="wrap-anywhere">
        {kind}{' '}
        {to && paths[0] !== 'removed' ? (
          <Link to={to} params={{ id }} className="link font-medium">
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        {paths[0] === 'removed' ? ' was removed' : `: ${paths.join(', ')}`}
      </p>
      <p className="text-xs wrap-anywhere text-muted">
        {names.person(by)}, <At at={at} />; {source}, {file}:{line}
      </p>
    </li>
  );
}

function Applied({ row: { source, commit, summary, state, steps, done, stoppedAt, by, at } }: { row: ConfigApplyRow }) {
  const names = useNames();
  return (
    <li className="py-2">
      <p className="wrap-anywhere">
        <span className="font-medium">{source}</span>
        {commit !== null && `, commit ${commit.slice(0, 12)}`}: {summary.created} new, {summary.changed} changed, {summary.removed} removed
      </p>
      <p className="text-xs wrap-anywhere text-muted">
        <At at={at} />
        {names.isNamed(by) && `, ${names.person(by)}`}. {state === 'applied' && `Applied in ${count(steps, 'step')}.`}
        {state === 'applying' && `Step ${done + 1} of ${steps}.`}
        {state === 'stopped' && (
          <span className="text-warn">
            Stopped at step {done + 1} of {steps}: {stoppedAt?.about}.
          </span>
        )}
      </p>
    </li>
  );
}
