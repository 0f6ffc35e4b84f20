import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import { useNames } from '../../data/words/names.js';
import { Panel } from '../../ui/panel.js';
import { Nothing } from '../../ui/screen.js';
import { Ago } from '../../ui/time.js';

interface Props {
  tried: RouteTryOut | undefined;
  /** With the integration of each. */
  areOfAll: boolean;
  onChoose: (matcher: LabelMatcher) => void;
}

/** Recent alerts beside the rules: which rule decides each; a label becomes a condition. */
export function RecentAlerts({ tried, areOfAll, onChoose }: Props) {
  return (
    <Panel title="Recent alerts" count={tried?.alerts}>
      {tried?.samples.length === 0 && <Nothing>No alerts yet: rules can be saved all the same.</Nothing>}
      {(tried?.samples.length ?? 0) > 0 && <p className="mb-1 text-xs text-muted">Choose a label to add it as a condition.</p>}
      <ul aria-label="Recent alerts">
        {tried?.samples.map((sample) => (
          <Sample key={`${sample.receivedAt} ${JSON.stringify(sample.labels)} ${sample.name}`} {...{ sample, areOfAll, onChoose }} />
        ))}
      </ul>
    </Panel>
  );
}

type SampleProps = Pick<Props, 'areOfAll' | 'onChoose'> & { sample: RouteTryOut['samples'][number] };

function Sample({ sample, areOfAll, onChoose }: SampleProps) {
  const names = useNames();
  const { integrationId, receivedAt, name, summary, severity, labels, place } = sample;
  const fields = { ...(severity === '' ? {} : { severity }), ...(Object.keys(labels).length > 0 ? {} : { name }), ...labels };
  return (
    <li className="border-t border-line-soft py-2 first:border-t-0">
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-medium" title={summary}>
          {summary || name}
        </span>
        <span className={`shrink-0 text-xs ${place === null ? 'text-faint' : 'font-medium'}`}>
          {place === null ? 'no rule' : `rule ${place}`}
        </span>
      </p>
      <p className="text-xs text-muted">
        {areOfAll && `${names.integration(integrationId)} · `}
        <Ago at={receivedAt} />
      </p>
      <p className="mt-1 flex flex-wrap gap-1">
        {Object.entries(fields).map(([label, value]) => (
          <LabelButton key={label} label={label} value={value} onChoose={onChoose} />
        ))}
      </p>
    </li>
  );
}

const LabelButton = ({ label, value, onChoose }: { label: string; value: string } & Pick<Props, 'onChoose'>) => (
  <button
    type="button"
    aria-label={`${label} ${value}: add as a condition`}
    title={`${label}=${value}`}
    onClick={() =>
      onChoose({ label: label.slice(0, limits.matcherCharacters), operator: '=', value: value.slice(0, limits.matcherCharacters) })
    }
    className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-quiet-tint px-1.5 text-xs whitespace-nowrap text-muted hover:bg-pressed max-sm:h-8"
  >
    {label} <b className="min-w-0 truncate font-medium text-ink">{value}</b>
  </button>
);
