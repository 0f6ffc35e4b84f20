import { useAll } from '../../data/cache/use-view.js';
import { DayRange } from '../../ui/day-range.js';
import { FilterSelect } from '../../ui/select.js';
import { useTeams } from '../teams/shared/teams.js';
import type { ReportSearch } from './search.js';

interface Props {
  search: ReportSearch;
  /** The days that are shown, by the clock of the report. */
  days: { readonly from?: string; readonly to?: string };
  onPut: (change: Partial<Record<keyof ReportSearch, string>>) => void;
}

const spans = ['7', '28', '90', '365'];

/** The filters of a report, kept in the URL. */
export function ReportFilters({ search, days, onPut }: Props) {
  const services = useAll('services');
  const teams = useTeams();
  const span = search.from || search.to ? '' : (search.days ?? '28');
  return (
    <search className="flex flex-wrap items-center gap-2 print:hidden">
      <FilterSelect label="Period" value={span} onChoose={(chosen) => onPut({ days: chosen, from: '', to: '' })}>
        {(search.from || search.to) && <option value="">Chosen days</option>}
        {spans.map((one) => (
          <option key={one} value={one}>
            Last {one} days
          </option>
        ))}
      </FilterSelect>
      <DayRange
        from={days.from}
        to={days.to}
        onPut={(change) => onPut({ days: '', from: days.from ?? '', to: days.to ?? '', ...change })}
      />
      <Choice label="Service" all="All services" value={search.service} of={services} onChoose={(service) => onPut({ service })} />
      {(teams.length > 1 || search.team) && (
        <Choice label="Team" all="All teams" value={search.team} of={teams} onChoose={(team) => onPut({ team })} />
      )}
      <Choice label="Urgency" all="Any urgency" value={search.urgency} of={urgencies} onChoose={(urgency) => onPut({ urgency })} />
    </search>
  );
}

const urgencies = [
  { id: 'high', name: 'High urgency' },
  { id: 'low', name: 'Low urgency' },
];

interface ChoiceProps {
  label: string;
  all: string;
  value: string | undefined;
  of: readonly { readonly id: string; readonly name: string }[];
  onChoose: (id: string) => void;
}

const Choice = ({ label, all, value, of, onChoose }: ChoiceProps) => (
  <FilterSelect label={label} value={value} onChoose={onChoose}>
    <option value="">{all}</option>
    {of.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </FilterSelect>
);
