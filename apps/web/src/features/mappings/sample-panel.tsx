import { useState } from 'react';
import type { MappingFields } from '@tocsin/contracts/mappings/noun.js';
import type { MappingSamples, MappedSignal, MappingOutcome } from '@tocsin/contracts/mappings/try-out.js';
import { Button } from '../../ui/button.js';
import { Panel } from '../../ui/panel.js';
import { Ago } from '../../ui/time.js';
import { SampleTree } from './sample-tree.js';
import { useMappedSample } from './use-mapping.js';
import type { ValuePath } from './value-path.js';
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
function MappedSignalView({ signal, failed, says }: MappingOutcome) {
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

interface Props {
  integrationId: string;
  samples: MappingSamples['samples'];
  fields: MappingFields;
  /** What the field is called that a value is used for. */
  field: string;
  onUse: (path: ValuePath) => void;
}
type Sample = MappingSamples['samples'][number];

const parsed = (body: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return null;
  }
};

/** A request that was sent, as a tree, and what it becomes. The newest shows itself, unless another one was chosen. */
export function SamplePanel({ samples, ...rest }: Props) {
  const [chosen, setChosen] = useState<Sample | null>(null);
  const at = chosen ? samples.findIndex((one) => one.at === chosen.at && one.body === chosen.body) : 0;
  const sample = chosen ?? samples[0];
  const step = (by: number) => setChosen(at + by === 0 ? null : (samples[at + by] ?? null));
  return (
    <Panel
      title={sample?.ordinal === null ? 'Refused request' : 'Request'}
      actions={
        samples.length > 1 && (
          <>
            <Button kind="quiet" whyNot={at + 1 >= samples.length && 'This is the oldest'} onClick={() => step(1)}>
              Older
            </Button>
            <Button kind="quiet" whyNot={at <= 0 && 'This is the newest'} onClick={() => step(-1)}>
              Newer
            </Button>
          </>
        )
      }
    >
      {sample ? (
        <Shown {...rest} sample={sample} />
      ) : (
        <output className="block text-muted">
          Waiting for the first request. It shows itself here, whether it is accepted or refused.
        </output>
      )}
    </Panel>
  );
}

function Shown({ integrationId, sample: { at, body }, fields, field, onUse }: Omit<Props, 'samples'> & { sample: Sample }) {
  const value = parsed(body);
  const mapped = useMappedSample(integrationId, fields, value ? body : undefined);
  return (
    <>
      <p className="mb-2 text-xs text-muted">
        Received <Ago at={at} />. Choose a value to use it for <b className="font-medium text-ink">{field}</b>.
      </p>
      {value ? (
        <SampleTree value={value.value} field={field} onUse={onUse} />
      ) : (
        <pre className="max-h-60 overflow-auto rounded-md bg-well p-2 text-xs break-all whitespace-pre-wrap">{body}</pre>
      )}
      <h3 className="mt-4 mb-1 font-medium">Becomes</h3>
      {mapped ? <MappedSignalView {...mapped} /> : <p className="text-muted">Only its beginning was kept: send it again.</p>}
    </>
  );
}
