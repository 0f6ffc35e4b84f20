import type { IntegrationAddressShown } from '@tocsin/contracts/http.js';
import { baseUrlOf, filledIn, type SenderShown } from '@tocsin/contracts/integrations/senders.js';
import { Copy } from '../../ui/copy.js';

interface SenderStepsProps {
  sender: Pick<SenderShown, 'steps' | 'test' | 'resolves' | 'traps'>;
  endpoint: IntegrationAddressShown;
}

/** Set-up steps of a monitoring system, with the address and key of one integration filled in. */
export function SenderSteps({ sender: { steps, test, resolves, traps }, endpoint }: SenderStepsProps) {
  const { address, key, curl } = endpoint;
  const values = { address, key, url: baseUrlOf(address) };
  return (
    <>
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
      <dl className="mt-5 space-y-3 border-t border-line pt-4">
        <Note term="How to test" lines={[test]} />
        <Note term="What resolves" lines={[resolves]} />
        <Note term="Good to know" lines={traps} />
      </dl>
    </>
  );
}

const Note = ({ term, lines }: { term: string; lines: readonly string[] }) => (
  <div>
    <dt className="text-xs text-muted">{term}</dt>
    {lines.map((line) => (
      <dd key={line} className="mt-0.5">
        {line}
      </dd>
    ))}
  </div>
);

const Step = ({ n, says, text }: { n: number; says: string; text: string | null }) => (
  <li className="grid grid-cols-[1.5rem_1fr]">
    <span className="text-faint tabular-nums">{n}.</span>
    <div className="min-w-0">
      <p>{says}</p>
      {text !== null && <Copy label={`Step ${n}`} text={text.trimEnd()} />}
    </div>
  </li>
);
