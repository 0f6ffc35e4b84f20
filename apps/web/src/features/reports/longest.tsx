import type { ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { durationText } from '@tocsin/contracts/reports/words.js';
import { useNames } from '../../data/words/names.js';
import { Nothing, Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { FiguresTable } from './figures-table.js';
import { GroupLink } from './group-link.js';
import { serviceLabel } from './report-words.js';
import { useTitles } from './use-titles.js';

const shown = 10;

/** The openings that took longest by the first measure, with their titles. */
export function Longest({ figures: { longest, measures } }: { figures: ResponseFigures }) {
  const names = useNames();
  const lines = longest.slice(0, shown);
  const titles = useTitles(lines.map(({ groupId }) => groupId));
  return (
    <Section title="Longest to acknowledge">
      {lines.length === 0 || measures.length === 0 ? (
        <Nothing>No one acknowledged an alert group in this period.</Nothing>
      ) : (
        <FiguresTable
          caption="Alert group"
          measure="Longest to acknowledge"
          columns={['Service', 'Opened', 'Took']}
          texts={['Service', 'Opened']}
          lines={lines.map(({ groupId, number, opening, serviceId, at, took }) => ({
            key: `${groupId}-${opening}`,
            name: (
              <>
                <GroupLink number={number} title={titles.get(groupId)} />
                {opening > 1 && <span className="text-muted"> reopened</span>}
              </>
            ),
            cells: [serviceLabel(serviceId, names), <At key="at" at={at} className="whitespace-nowrap" />, durationText(took)],
          }))}
        />
      )}
    </Section>
  );
}
