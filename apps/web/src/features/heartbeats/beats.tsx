import type { HeartbeatShown } from '@tocsin/contracts/heartbeats/noun.js';
import { span } from '../../data/time/times.js';

type Run = HeartbeatShown['runs'][number];

const colours: Record<Run['result'], string> = { success: 'bg-done', fail: 'bg-warn', missed: 'bg-transparent border border-warn' };
const words: Record<Run['result'], string> = { success: 'succeeded', fail: 'failed', missed: 'missed' };

/** The longer a run took among these, the taller; without a duration it is as tall as half of them. */
const heightOf = ({ millis }: Run, longest: number): string =>
  millis === null || longest === 0 ? '50%' : `${Math.round(30 + (70 * millis) / longest)}%`;

const summary = (runs: readonly Run[]): string => {
  const count = (result: Run['result']) => runs.filter((run) => run.result === result).length;
  return runs.length === 0 ? 'No runs yet' : `Last ${runs.length} runs: ${count('fail')} failed, ${count('missed')} missed`;
};

/** The last runs of a job, the newest at the right. */
export function Beats({ runs, most = 90, className = '' }: { runs: readonly Run[]; most?: number; className?: string }) {
  const shown = runs.slice(-most);
  const longest = Math.max(0, ...shown.map(({ millis }) => millis ?? 0));
  return (
    <span className={`flex h-6 items-end justify-end gap-px overflow-hidden ${className}`}>
      <span className="sr-only">{summary(shown)}</span>
      {shown.map((run, n) => (
        <i
          aria-hidden
          // oxlint-disable-next-line react/no-array-index-key -- several may have ended in one instant
          key={`${run.at} ${n}`}
          title={`${new Date(run.at).toLocaleString('en-GB')}: ${words[run.result]}${run.millis === null ? '' : ` in ${span(run.millis)}`}`}
          className={`block w-[3px] shrink-0 rounded-[1px] ${colours[run.result]}`}
          style={{ height: heightOf(run, longest) }}
        />
      ))}
    </span>
  );
}
