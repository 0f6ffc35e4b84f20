import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import { Link } from '@tanstack/react-router';
import { Person } from '../../ui/person.js';
import { huesOf } from '../../ui/person-hue.js';
import { Nothing, Section } from '../../ui/screen.js';
import { useNames } from '../../data/words/names.js';
import { FiguresTable } from './figures-table.js';
import { onlyManagersSee } from './people-load.js';
import type { AnswerOf } from './use-report.js';

const { least, most } = reportLimits.sleepCost;
const definition = `A page in a person’s sleep hours costs them the time until their last action on its alert group: at least ${least / duration.minute} min, at most ${most / duration.hour} h. Overlapping times count once.`;

/** The minutes of sleep that all alerts cost each person. */
export function SleepByPerson({ answer: { figures, cut } }: { answer: AnswerOf<'noise'> }) {
  const names = useNames();
  const sleepers = figures.sleepers.toSorted((a, b) => b.minutes - a.minutes);
  const hues = huesOf(sleepers.map(({ personId }) => personId));
  return (
    <Section title="Sleep lost">
      {sleepers.length === 0 ? (
        <Nothing>{cut ? onlyManagersSee : 'No one was paged in their sleep hours.'}</Nothing>
      ) : (
        <FiguresTable
          caption="Person"
          columns={['Night pages', 'Minutes of sleep']}
          lines={sleepers.map(({ personId, pages, minutes }) => ({
            key: personId,
            name: (
              <Link to="/people/$id" params={{ id: personId }} className="inline-flex max-w-full hover:underline">
                <Person personId={personId} name={names.person(personId)} hue={hues.get(personId)} />
              </Link>
            ),
            cells: [pages.toLocaleString('en'), minutes.toLocaleString('en')],
          }))}
        />
      )}
      {cut && sleepers.length > 0 && <p className="mt-2 text-xs text-muted">Some people are hidden. {onlyManagersSee}</p>}
      <p className="mt-2 max-w-3xl text-xs text-muted">{definition}</p>
    </Section>
  );
}
