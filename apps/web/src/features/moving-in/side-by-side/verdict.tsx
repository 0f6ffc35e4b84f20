import type { RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import { relayProblemOf } from '@tocsin/contracts/relays/rehearsal-relay.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { OldSystemShown } from '@tocsin/contracts/side-by-side/noun.js';
import { switchAdviceOf, type NotYet } from '@tocsin/contracts/side-by-side/switch-advice.js';
import { Link } from '@tanstack/react-router';
import { useEvery } from '../../../data/cache/use-view.js';
import { useClock } from '../../../data/time/clock.js';

const notYetWords: Readonly<Record<NotYet, string>> = {
  not_read: 'the old system is not read up to now',
  not_relayed: 'nothing reaches the old system',
  unexplained: 'there was an unexplained difference within a week',
  too_short: 'it was compared for less than a week',
  few_messages: 'fewer than 20 messages there were compared',
};

const sumOf = (people: readonly { readonly messages: number }[]): number => people.reduce((sum, { messages }) => sum + messages, 0);

interface VerdictProps {
  service: ServiceRow;
  since: string;
  rows: readonly RehearsalRow[];
  lastUnexplainedAt: string | null;
  oldSystem: OldSystemShown | undefined;
}

/** How much was compared, and whether the service can be switched. */
export function Verdict({ service, since: rehearsingSince, rows, lastUnexplainedAt, oldSystem }: VerdictProps) {
  const [integrations, relays] = [useEvery('integrations').data?.rows ?? [], useEvery('relays').data?.rows ?? []];
  const compared = rows.filter(({ there }) => there);
  const messages = sumOf(compared.flatMap(({ there }) => there?.people ?? []));
  const isRelayed = relayProblemOf(service, integrations, relays) === null;
  const missing = useClock((now) => switchAdviceOf({ now, rehearsingSince, oldSystem, isRelayed, lastUnexplainedAt, messages }).join(' '));
  const waiting = rows.length - compared.length;
  return (
    <>
      <p className="tabular-nums">
        {messages.toLocaleString('en')} messages there, {sumOf(compared.flatMap(({ people }) => people)).toLocaleString('en')} here, of{' '}
        {compared.length === 1 ? '1 alert' : `${compared.length.toLocaleString('en')} alerts`}
        {waiting > 0 && <span className="text-muted">; {waiting.toLocaleString('en')} not compared</span>}.
      </p>
      {missing === '' ? (
        <output className="block font-medium text-done">✓ 0 unexplained for a week: it can be switched.</output>
      ) : (
        <div>
          <output className="block font-medium">Not yet:</output>
          <ul className="list-disc pl-5">
            {missing.split(' ').map((one) => (
              <li key={one} className={one === 'not_relayed' || one === 'not_read' ? 'text-alarm' : ''}>
                {notYetWords[one as NotYet]}
              </li>
            ))}
          </ul>
          <p className="text-muted">
            Or run{' '}
            <Link to="/settings/moving-in" hash="drills" className="link">
              a drill of each policy
            </Link>
            , and compare it yourself.
          </p>
        </div>
      )}
    </>
  );
}
