import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { connectionKindNames, connectionKinds } from '@tocsin/contracts/connections/kinds.js';
import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useAll } from '../../data/cache/use-view.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { say } from '../../data/toasts.js';
import { Confirm } from '../../ui/confirm.js';
import { Screen, Section } from '../../ui/screen.js';
import { AtTime } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { ConnectionForm } from './connection-form.js';
import { connectionWords } from './connections/connection-kinds.js';
import type { Connection } from './connections/connection-words.js';
import { HandedOver, SetUpSteps } from './connections/set-up-steps.js';

const first: readonly string[] = ['twilio', 'gateway'];
const rankOf = (kind: string): number => (first.includes(kind) ? first.indexOf(kind) : first.length);

/** What wakes people comes first: SMS and calls. */
const kindsInOrder = connectionKindNames.toSorted((a, b) => rankOf(a) - rankOf(b));

/** The accounts outside that messages are sent through. */
export function ConnectionsScreen() {
  const may = useMay('connections.configure');
  const reading = useQuery({
    enabled: may,
    queryKey: keys.connections,
    queryFn: () => api<ConnectionsShown>('GET', '/settings/connections'),
    refetchOnMount: 'always',
  });
  const again = () => void reading.refetch();
  return (
    <Screen narrow title="Channels">
      {!may && <BarredHint>Only {whoMay('connections.configure')} can see and change connections.</BarredHint>}
      {may && <WhenRead of={[reading]} what="The connections" lines={8} />}
      {may &&
        reading.data &&
        kindsInOrder.map((kind) => {
          const { notSetUp, steps, handedOver, Below } = connectionWords[kind];
          const connection = reading.data.connections.find((one) => one.kind === kind);
          return (
            <Section key={kind} id={kind} title={connection?.name ?? connectionKinds[kind].word}>
              {connection ? <State connection={connection} /> : <p className="pt-1 pb-3 text-muted">{notSetUp}</p>}
              {connection && <LostChannels kind={kind} />}
              {connection?.listening && <Listening {...connection.listening} />}
              {!connection && <SetUpSteps steps={steps} />}
              <ConnectionForm key={JSON.stringify(connection)} kind={kind} connection={connection} again={again}>
                {connection && <Remove connection={connection} again={again} />}
              </ConnectionForm>
              {connection && handedOver && <HandedOver connection={connection} handedOver={handedOver} />}
              {connection && Below && <Below connection={connection} again={again} />}
            </Section>
          );
        })}
    </Screen>
  );
}

const State = ({ connection: { state } }: { connection: Connection }) => (
  <p className="pt-1 pb-3">
    {!state && <span className="text-muted">Nothing sent since Tocsin started.</span>}
    {state?.ok && (
      <span className="text-done">
        ✓ Last message accepted <AtTime at={state.at} />.
      </span>
    )}
    {state && !state.ok && (
      <span className="text-warn">
        ✕ Last message refused <AtTime at={state.at} />: {state.detail}
      </span>
    )}
    {state?.stoppedSince && (
      <span className="block text-warn">
        Left alone since <AtTime at={state.stoppedSince} />: people get their next contact method at once. A message after 30 s tries it
        again, and so does a test.
      </span>
    )}
  </p>
);

/** Channels that it was removed from. */
function LostChannels({ kind }: { kind: Connection['kind'] }) {
  const lost = useAll('eventSubscriptions').filter((one) => one.receiver === kind && one.lost);
  return lost.map(({ id, name, lost: since }) => (
    <p key={id} className="pb-3 text-warn">
      ✕ Nothing can be posted in {name} <AtTime at={since!.at} />. {deliveryReasons[since!.reason]}
    </p>
  ));
}

/** Whether buttons that people press reach this server. */
const Listening = ({ since, problem }: NonNullable<Connection['listening']>) => (
  <p className={`pb-3 ${problem === null ? 'text-done' : 'text-warn'}`}>
    {problem === null ? '✓ Connected ' : `✕ ${problem} `}
    <AtTime at={since} />
    {problem === null ? ': pressed buttons reach Tocsin.' : '. Messages are sent, but answers may do nothing.'}
  </p>
);

function Remove({ connection: { connectionId, name, people }, again: reload }: { connection: Connection; again: () => void }) {
  const remove = useCommand('RemoveConnection', 'remove the connection');
  const who = people === 1 ? '1 person gets' : `${people} people get`;
  return (
    <Confirm
      label="Remove"
      title={`Remove ${name}`}
      says={
        people === 0
          ? 'Nothing is sent through it any more. No one uses it now.'
          : `${who} messages through it. None of these is sent any more: their pages go to their other contact methods, or reach no one. What was sent can be answered for 24 hours.`
      }
      act="Remove connection"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { connectionId },
          {
            onSuccess: () => {
              say({ kind: 'done', title: 'Connection removed' });
              reload();
            },
          },
        )
      }
    />
  );
}
