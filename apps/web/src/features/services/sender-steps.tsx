import type { IntegrationAddressShown } from '@tocsin/contracts/http.js';
import { filledIn, type SenderStep } from '@tocsin/contracts/integrations/senders.js';
import { Copy } from '../../ui/copy.js';

/** Tocsin’s base URL, from an ingest address. */
const urlOf = (address: string): string => address.replace(/\/(?:ingest|v2)\/.*$/, '');

/** Set-up steps of a monitoring system, with the address and key of one integration filled in. */
export function SenderSteps({ steps, endpoint }: { steps: readonly SenderStep[]; endpoint: IntegrationAddressShown }) {
  const { address, key, curl } = endpoint;
  const values = { address, key, url: urlOf(address) };
  return (
    <ol className="space-y-4">
      {steps.map(({ says, snippet }, n) => (
        <Step key={says} n={n + 1} says={filledIn(says, values)} text={snippet && filledIn(snippet, values)} />
      ))}
      <Step
        n={steps.length + 1}
        says="To try it without waiting for an alert, run this in a terminal. It pages the person on call."
        text={curl}
      />
    </ol>
  );
}

const Step = ({ n, says, text }: { n: number; says: string; text: string | null }) => (
  <li className="grid grid-cols-[1.5rem_1fr]">
    <span className="text-faint tabular-nums">{n}.</span>
    <div className="min-w-0">
      <p>{says}</p>
      {text !== null && <Copy label={`Step ${n}`} text={text.trimEnd()} />}
    </div>
  </li>
);
