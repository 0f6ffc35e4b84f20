import type { BackupsShown } from '@tocsin/contracts/backups/noun.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { Banner } from '../../ui/banner.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Copy } from '../../ui/copy.js';
import { Screen, Section } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { BackupState } from './backup-state.js';
import { DestinationForm } from './destination-form.js';
import { DestinationTest } from './destination-test.js';

const pollInterval = 2_000;

const heldWords: Readonly<Record<NonNullable<BackupsShown['held']>, string>> = {
  restored:
    'This store is paused after a restore: it makes no backups, so that the original’s stay as they are. After “Go live here” it begins a history of its own beside them.',
  not_live: 'This server makes no backups: its log is a demo or an import, or another server is active.',
};

/** Where the history is backed up, and how that goes. */
export function BackupsScreen() {
  const may = useMay('backups.configure');
  const reading = useQuery({
    enabled: may,
    queryKey: keys.backups,
    queryFn: ({ signal }) => api<BackupsShown>('GET', '/settings/backups', { signal }),
    refetchInterval: pollInterval,
    refetchOnMount: 'always',
  });
  const { data: shown, refetch } = reading;
  return (
    <Screen narrow title="Backups">
      {!may && <BarredHint>Only {whoMay('backups.configure')} can see and change backups.</BarredHint>}
      {may && <WhenRead of={[reading]} what="The backups" lines={8} />}
      {may && shown && (
        <>
          {shown.held && <Banner tone="plain">{heldWords[shown.held]}</Banner>}
          {!shown.destination && <Banner>What is on this disk alone is lost with it. Choose a folder on another disk, or a bucket.</Banner>}
          {shown.destination && <BackupState shown={shown} again={() => void refetch()} />}
          <Destination shown={shown} again={() => void refetch()} />
          {shown.restore !== null && <Restore command={shown.restore} />}
          {shown.destination && <Erasures shown={shown} />}
        </>
      )}
    </Screen>
  );
}

/** The key: a destination that somebody else set meanwhile is shown, and what is typed here stays while nothing changed. */
function Destination({ shown, again }: { shown: BackupsShown; again: () => void }) {
  const { destination, setBy } = shown;
  if (setBy === null) return <DestinationForm key={JSON.stringify(destination)} shown={shown} again={again} />;
  return (
    <Section title="Destination">
      <p className="pt-1">Set by {setBy}, which wins over settings. To change it, change the environment and restart Tocsin.</p>
      <p className="pt-1 text-muted wrap-anywhere">
        {destination?.address}
        {destination?.keyId && `, access key ${destination.keyId}`}
      </p>
      <div className="pt-3">
        <DestinationTest />
      </div>
    </Section>
  );
}

const Restore = ({ command }: { command: string }) => (
  <Section title="Restore">
    <p className="pt-1 pb-3">
      On any machine with Tocsin, into an empty folder. The master key is in no backup: keep <code>vault/master.key</code> elsewhere. The
      restored store is paused, and sends nothing until an owner presses “Go live here”. Add <code>--to</code> and the number of an event to
      restore an earlier moment.
    </p>
    <Copy label="Command" text={command} />
  </Section>
);

function Erasures({ shown: { destination } }: { shown: BackupsShown }) {
  return (
    <Section title="Erased and redacted text">
      <p className="pt-1">
        Names, addresses and notes can’t be read in any base after the next backup, at most {destination!.everyMinutes} min after the
        erasure: their keys are only in the newest bundle. If your bucket keeps versions, earlier bundles stay for as long as its rule says.
      </p>
      <p className="pt-2">
        What monitoring systems sent stays in clear text in every base, also where it was redacted: it is deleted with the history alone.
      </p>
    </Section>
  );
}
