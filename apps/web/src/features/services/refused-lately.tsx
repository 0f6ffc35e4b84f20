import type { RefusedSignal } from '@tocsin/contracts/integrations/senders.js';
import { Disclosure } from '../../ui/disclosure.js';
import { Ago } from '../../ui/time.js';

/** What an integration sent lately and could not be taken, with the beginning of each body. */
export function RefusedLately({ refusals }: { refusals: readonly RefusedSignal[] }) {
  if (refusals.length === 0) return null;
  return (
    <section aria-label="Refused lately">
      <h3 className="font-medium">Refused lately</h3>
      <ul className="mt-1">
        {refusals.map((refusal) => (
          <li key={`${refusal.at} ${refusal.says} ${refusal.body}`} className="py-1">
            <Disclosure
              summary={
                <>
                  <Ago at={refusal.at} /> · {refusal.says} {refusal.guess && <strong className="font-medium">{refusal.guess}</strong>}
                </>
              }
            >
              <pre className="mt-1 max-h-60 overflow-auto rounded-md bg-well p-2 text-xs break-all whitespace-pre-wrap">
                {refusal.body === '' ? 'Its body was not read.' : refusal.body}
              </pre>
            </Disclosure>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-xs text-muted">The last twenty since this server started, with its keys removed.</p>
    </section>
  );
}
