import type { PolicyDrill, PolicyDrillsAnswer } from '@tocsin/contracts/drills/policy-drills.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { sayRefusal } from '../../data/cache/use-command.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { Nothing, Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';

/** Before a switch: whom each policy that was moved in would reach now, as if its services were live. */
export function PolicyDrills() {
  const drill = useMutation({
    mutationFn: () => api<PolicyDrillsAnswer>('POST', '/drills/policies', { body: {} }),
    onError: (error) => sayRefusal('run the drills', error),
  });
  const { data } = drill;
  return (
    <Section
      id="drills"
      title="Drill of each policy"
      aside={
        <Button busy={drill.isPending} onClick={() => drill.mutate()}>
          {data ? 'Run again' : 'Run the drills'}
        </Button>
      }
    >
      {!data && (
        <p className="text-muted">
          Shows, for each policy that was moved in, whom a critical alert would reach now, how, and after how many minutes. Nothing is sent.
        </p>
      )}
      {data?.drills.length === 0 && <Nothing>No policy came from another system.</Nothing>}
      {data && data.drills.length > 0 && <Drills answer={data} />}
    </Section>
  );
}

function Drills({ answer: { at, drills, more } }: { answer: PolicyDrillsAnswer }) {
  const names = useNames();
  const empty = drills.filter(({ reached }) => reached.length === 0).length;
  return (
    <>
      <output className={`block font-medium ${empty === 0 ? 'text-done' : 'text-warn'}`}>
        {empty === 0 ? `✓ Each of ${drills.length} policies reaches someone.` : `${empty} of ${drills.length} policies reach no one.`}
      </output>
      <div className="overflow-x-auto pt-2">
        <table className="w-full min-w-120 text-left tabular-nums">
          <caption className="sr-only">Whom each policy that was moved in would reach</caption>
          <thead className="text-xs text-muted">
            <tr>
              <th className="py-1 pr-3 font-normal">Policy</th>
              <th className="py-1 pr-3 font-normal">Would be reached</th>
              <th className="py-1 font-normal">No working contact method</th>
            </tr>
          </thead>
          <tbody>
            {drills.map((one) => (
              <tr key={one.policyId} className="border-t border-line align-top">
                <td className="py-1.5 pr-3">
                  <Link to="/policies/$id" params={{ id: one.policyId }} className="link">
                    {names.policyRow(one.policyId)?.name ?? 'A removed policy'}
                  </Link>
                </td>
                <td className="py-1.5 pr-3">
                  <Reached drill={one} />
                </td>
                <td className="py-1.5 text-muted">{one.unreached.map(names.person).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="pt-2 text-muted">{more} more are not listed.</p>}
      <p className="pt-2 text-xs text-faint">
        For an alert <At at={at} />, as if every service were live. Assumes that no one acknowledges and that every provider delivers.
        Compare it with what your old system would do.
      </p>
    </>
  );
}

function Reached({ drill: { serviceId, reached } }: { drill: PolicyDrill }) {
  const names = useNames();
  if (serviceId === null) return <span className="text-muted">No service uses it</span>;
  if (reached.length === 0) return <span className="font-medium text-warn">No one</span>;
  return (
    <ul>
      {reached.map(({ minute, personId, kinds }) => (
        <li key={`${minute} ${personId}`}>
          <span className="text-muted">{minute === 0 ? 'At once' : `After ${minute} min`}: </span>
          {names.person(personId)} by {kinds.map((kind) => contactTraits[kind].word).join(', ')}
        </li>
      ))}
    </ul>
  );
}
