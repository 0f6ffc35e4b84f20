import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { useAll } from '../../data/cache/use-view.js';
import { useImports } from './shared/use-imports.js';
import { DayRange } from '../../ui/day-range.js';
import { FilterCombo, namedOptions } from '../../ui/combo-field.js';
import { PhoneFilters } from '../../ui/phone-filters.js';
import { FilterChoice, FilterSelect } from '../../ui/select.js';
import { useTeams } from '../teams/shared/teams.js';
import type { ReportSearch } from './search.js';

interface Props {
  search: ReportSearch;
  /** The days that are shown, by the clock of the report. */
  days: { readonly from?: string; readonly to?: string };
  onPut: (change: Partial<Record<keyof ReportSearch, string>>) => void;
}

const spans = ['7', '28', '90', '365'];

const narrowing = ['from', 'to', 'service', 'team', 'urgency', 'label'] as const;

/** The labels that services have, as `tier=gold`. */
const labelsOf = (services: readonly ServiceRow[]) => {
  const texts = services.flatMap(({ labels = {} }) => Object.entries(labels).map(([label, value]) => `${label}=${value}`));
  return [...new Set(texts)].toSorted().map((text) => ({ id: text, name: `service.${text}` }));
};

/** The filters of a report, kept in the URL. */
export function ReportFilters({ search, days, onPut }: Props) {
  const services = useAll('services');
  const teams = useTeams();
  const labels = labelsOf(services);
  const span = search.from || search.to ? '' : (search.days ?? '28');
  return (
    <search className="flex flex-wrap items-center gap-2 print:hidden">
      <ImportedChoice log={search.log} onPut={onPut} />
      <FilterSelect label="Period" value={span} onChoose={(chosen) => onPut({ days: chosen, from: '', to: '' })}>
        {(search.from || search.to) && <option value="">Chosen days</option>}
        {spans.map((one) => (
          <option key={one} value={one}>
            Last {one} days
          </option>
        ))}
      </FilterSelect>
      <PhoneFilters count={narrowing.filter((name) => search[name]).length}>
        <DayRange
          from={days.from}
          to={days.to}
          onPut={(change) => onPut({ days: '', from: days.from ?? '', to: days.to ?? '', ...change })}
        />
        <FilterCombo
          label="Service"
          all="All services"
          value={search.service}
          options={namedOptions(services)}
          onChoose={(service) => onPut({ service })}
        />
        {(teams.length > 1 || search.team) && (
          <FilterCombo
            label="Team"
            all="All teams"
            value={search.team}
            options={namedOptions(teams)}
            onChoose={(team) => onPut({ team })}
          />
        )}
        {(labels.length > 0 || search.label) && (
          <FilterCombo
            label="Service label"
            all="Any label"
            value={search.label}
            options={namedOptions(labels)}
            onChoose={(label) => onPut({ label })}
          />
        )}
        <FilterChoice
          label="Urgency"
          all="Any urgency"
          value={search.urgency}
          options={urgencies}
          onChoose={(urgency) => onPut({ urgency })}
        />
      </PhoneFilters>
    </search>
  );
}

/** The alerts of other systems instead, in their last four weeks; nothing where none were imported. */
function ImportedChoice({ log = '', onPut }: Pick<Props, 'onPut'> & { log: string | undefined }) {
  const history = useImports().find(({ isHistory }) => isHistory);
  if (!history && log === '') return null;
  const choose = (chosen: string) => {
    const to = chosen === '' ? '' : (history?.to?.slice(0, 10) ?? '');
    const from = to === '' ? '' : new Date(Date.parse(to) - 27 * 86_400_000).toISOString().slice(0, 10);
    onPut({ log: chosen, days: '', ordinal: '', from, to });
  };
  return (
    <FilterSelect label="Alerts" value={log} onChoose={choose}>
      <option value="">Alerts of this installation</option>
      <option value={history?.id ?? log}>{history?.name ?? 'Imported history'}</option>
    </FilterSelect>
  );
}

const urgencies = [
  { id: 'high', name: 'High urgency' },
  { id: 'low', name: 'Low urgency' },
];
