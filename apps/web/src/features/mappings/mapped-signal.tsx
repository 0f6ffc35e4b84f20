import type { MappedSignal, MappingOutcome } from '@tocsin/contracts/mappings/try-out.js';
import { failureWords } from './failure-words.js';

const linesOf = ({ action, key, test, alert }: MappedSignal): readonly (readonly [string, string])[] => [
  ['Title', alert?.summary ?? 'none'],
  ['Action', `${action}${test ? ' (test)' : ''}`],
  ['Key', key],
  ...(alert ? ([['Severity', alert.severity]] as const) : []),
  ...(alert && alert.name !== alert.summary ? ([['Alert name', alert.name]] as const) : []),
  ...Object.entries(alert?.labels ?? {}).map(([label, value]) => [label, value] as const),
  ...(alert?.links ?? []).map(({ text, href }) => [text || 'Link', href] as const),
  ...(alert?.details ? ([['Details', alert.details.slice(0, 300)]] as const) : []),
];

/** What a request becomes, or why it does not. */
export function MappedSignalView({ signal, failed, says }: MappingOutcome) {
  if (failed) return <output className="block text-warn">{failureWords(failed, says)}</output>;
  if (!signal) return null;
  return (
    <dl className="grid grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)] gap-x-3 gap-y-1">
      {linesOf(signal).map(([name, value]) => (
        <div key={`${name} ${value}`} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
