import type { BackupsShown, LastBackup } from '@tocsin/contracts/backups/noun.js';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { sayRefusal } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { Ago, At, AtTime } from '../../ui/time.js';
import { bytesText } from './bytes-text.js';

interface Props {
  shown: BackupsShown;
  again: () => void;
}

const eventsText = (count: number): string => (count === 1 ? '1 event' : `${count.toLocaleString()} events`);

/** The last backup, the next one, and what is there. */
export function BackupState({ shown, again }: Props) {
  const { running, last, failing, held, nextAt, destination } = shown;
  const run = useMutation({
    mutationFn: () => api('POST', '/settings/backups/run'),
    onSuccess: again,
    onError: (error) => sayRefusal('make a backup', error),
  });
  return (
    <Section
      title="State"
      aside={
        <Button
          busy={run.isPending || running !== null}
          whyNot={held !== null && 'This server makes no backups'}
          onClick={() => run.mutate()}
        >
          Back up now
        </Button>
      }
    >
      {failing && (
        <p role="alert" className="pt-1 text-warn wrap-anywhere">
          ✕ Failing since <At at={failing.since} />: {failing.why}
        </p>
      )}
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-y-1.5 pt-1 *:odd:text-muted">
        <dt>Last backup</dt>
        <dd>{last ? <Last last={last} /> : 'none is known'}</dd>
        <dt>Next</dt>
        <dd>
          {running ? (
            <>
              being made since <At at={running.since} seconds />
            </>
          ) : nextAt && !held ? (
            <AtTime at={nextAt} />
          ) : (
            '–'
          )}
          , every {destination!.everyMinutes} min
        </dd>
        {last && (
          <>
            <dt>Size</dt>
            <dd>
              {bytesText(last.stored.bytes)}, kept for {destination!.keepDays} days after a newer base; the two newest always
            </dd>
          </>
        )}
      </dl>
      {last && <Bases bases={last.stored.bases} />}
    </Section>
  );
}

const Last = ({ last: { at, head, events, bytes, seconds } }: { last: LastBackup }) => (
  <>
    <Ago at={at} />, the first {eventsText(head)}
    {events > 0 && (
      <span className="text-muted">
        {' '}
        · added {eventsText(events)}, {bytesText(bytes)}, in {seconds < 1 ? 'less than 1 s' : `${Math.round(seconds)} s`}
      </span>
    )}
  </>
);

const Bases = ({ bases }: { bases: LastBackup['stored']['bases'] }) =>
  bases.length > 0 && (
    <table className="mt-3 w-full">
      <thead>
        <tr className="border-b border-line text-left text-xs text-muted">
          <th className="py-1.5 font-normal">Base begun</th>
          <th className="py-1.5 text-right font-normal">Events</th>
          <th className="py-1.5 text-right font-normal">Size</th>
        </tr>
      </thead>
      <tbody>
        {bases.toReversed().map(({ startedAt, head, bytes }) => (
          <tr key={startedAt} className="border-b border-line-soft last:border-0">
            <td className="py-1.5">
              <At at={startedAt} />
            </td>
            <td className="py-1.5 text-right tabular-nums">{head.toLocaleString()}</td>
            <td className="py-1.5 text-right tabular-nums">{bytesText(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
