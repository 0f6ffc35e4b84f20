import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import { costOf } from '@tocsin/contracts/connections/prices.js';
import { costFinding } from '@tocsin/contracts/reports/findings.js';
import type { CostFigures } from '@tocsin/contracts/reports/reports.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useMay } from '../../data/session/session.js';
import { useNames } from '../../data/words/names.js';
import { FigureText, KeyFigures } from '../../ui/charts/key-figures.js';
import { Nothing, Section } from '../../ui/screen.js';
import { countDelta } from './deltas.js';
import { FiguresTable } from './figures-table.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { dateName } from './report-words.js';
import { reportQueryOf, useComparison, type AnswerOf } from './use-report.js';
import { weekSums } from './weeks.js';

type Amount = Omit<CostFigures, 'lines' | 'days'>;

const columns = ['SMS', 'SMS parts', 'Calls', 'Begun minutes'] as const;
const cellsOf = ({ messages, parts, calls, minutes }: Amount): readonly string[] =>
  [messages, parts, calls, minutes].map((one) => one.toLocaleString('en'));

/** What providers charge: parts of SMS and begun minutes of calls. */
export const CostScreen = (props: ReportProps) => (
  <ReportFrame {...props} report="cost" title="Cost" finding={({ figures }) => costFinding(figures)}>
    {(answer) => <Report answer={answer} {...props} />}
  </ReportFrame>
);

function Report({ answer: { figures, ...answer }, search }: { answer: AnswerOf<'cost'> } & ReportProps) {
  const { before, weeks, last } = useComparison('cost', reportQueryOf(search, []), { ...answer, figures });
  const line = (label: string, of: 'parts' | 'minutes' | 'messages' | 'calls') => ({
    label,
    value: <FigureText text={figures[of].toLocaleString('en')} />,
    delta: countDelta(figures[of], before?.[of], 'neither'),
    trend: weeks && weekSums(weeks.days, last, (day) => day[of]),
  });
  return (
    <>
      <KeyFigures
        figures={[line('SMS', 'messages'), line('SMS parts', 'parts'), line('Calls', 'calls'), line('Begun minutes', 'minutes')]}
      />
      <Section title="By connection, country and team">
        {figures.lines.length === 0 ? <Nothing>Nothing was charged.</Nothing> : <Lines lines={figures.lines} />}
        <p className="mt-2 text-xs text-muted">
          Tests and codes count too, as providers charge them. A call counts as one begun minute when the provider took it, answered or not.
        </p>
      </Section>
      {figures.days.length > 0 && (
        <Section title="By day">
          <FiguresTable
            caption="Day"
            columns={columns}
            lines={figures.days.map(({ day, ...amount }) => ({ key: day, name: dateName(day), cells: cellsOf(amount) }))}
          />
        </Section>
      )}
    </>
  );
}

const priceText = (cost: ReturnType<typeof costOf> | undefined): string =>
  cost ? `${cost.amount.toLocaleString('en', { minimumFractionDigits: 2 })} ${cost.currency}` : '–';

function Lines({ lines }: Pick<CostFigures, 'lines'>) {
  const names = useNames();
  const connections = useQuery({
    enabled: useMay('connections.configure'),
    queryKey: keys.connections,
    queryFn: () => api<ConnectionsShown>('GET', '/settings/connections'),
  });
  const find = (id: string) => connections.data?.connections.find(({ connectionId }) => connectionId === id);
  const costs = lines.map((line) => costOf(find(line.connectionId)?.fields['prices'], line));
  const hasPrices = costs.some((cost) => cost !== null);
  return (
    <FiguresTable
      caption="Connection"
      columns={['Country', 'Team', ...columns, ...(hasPrices ? ['Cost'] : [])]}
      texts={['Country', 'Team']}
      lines={lines.map(({ connectionId, country, teamId, ...amount }, n) => ({
        key: `${connectionId} ${country} ${teamId}`,
        name: find(connectionId)?.name ?? connectionId.slice(0, 8),
        cells: [country, teamId === null ? 'None' : names.team(teamId), ...cellsOf(amount), ...(hasPrices ? [priceText(costs[n])] : [])],
      }))}
    />
  );
}
