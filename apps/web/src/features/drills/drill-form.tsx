import { severities, type Severity } from '@tocsin/contracts/severities.js';
import { useState } from 'react';
import { serverNow } from '../../data/time/clock.js';
import { fromLocalInput, toLocalInput } from '../../data/time/local-input.js';
import { useAll } from '../../data/cache/use-view.js';
import { capital } from '../../data/words/capital.js';
import { DateInput } from '../../ui/date-input.js';
import { filterClass } from '../../ui/filter-class.js';
import { ChoiceFilter, namedOptions } from '../../ui/combo-field.js';
import { FilterSelect } from '../../ui/select.js';
import type { DrillSearch } from './drill-search.js';

interface Props {
  search: DrillSearch;
  at: string;
  serviceId: string | undefined;
  onPut: (change: DrillSearch) => void;
}

/** “A critical alert on Checkout on Sunday at 03:00”: as four choices. */
export function DrillForm({ search, at, serviceId, onPut }: Props) {
  const services = useAll('services').filter(({ state }) => state === 'active');
  const [labels, setLabels] = useState(search.labels ?? '');
  return (
    <search className="flex flex-wrap items-center gap-2">
      <ChoiceFilter label="Service" options={namedOptions(services)} value={serviceId ?? ''} onChoose={(service) => onPut({ service })} />
      <FilterSelect
        label="Severity"
        value={search.severity ?? 'critical'}
        onChoose={(severity) => onPut({ severity: severity as Severity })}
      >
        {severities.map((one) => (
          <option key={one} value={one}>
            {capital(one)}
          </option>
        ))}
      </FilterSelect>
      <DateInput
        kind="datetime"
        aria-label="At"
        className={`${filterClass} gap-2 max-sm:min-w-full`}
        value={toLocalInput(Date.parse(at))}
        min={toLocalInput(serverNow())}
        onPut={(text) => {
          const moment = fromLocalInput(text);
          if (moment) onPut({ at: moment });
        }}
      />
      <input
        aria-label="Labels"
        placeholder="Labels: alertname=DiskFull"
        className={`${filterClass} w-64 max-sm:min-w-full`}
        value={labels}
        onChange={({ target }) => setLabels(target.value)}
        onBlur={() => onPut({ labels })}
        onKeyDown={({ key }) => key === 'Enter' && onPut({ labels })}
      />
    </search>
  );
}
