import type { NightWeek } from '@tocsin/contracts/reports/reports.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { Person } from '../../ui/person.js';
import { Section } from '../../ui/screen.js';
import { Day } from '../../ui/time.js';
import { FiguresTable } from './figures-table.js';

/** Weeks with more night pages than a policy allows. Nothing where there are none. */
export function OverBudget({ weeks }: { weeks: readonly NightWeek[] }) {
  const names = useNames();
  if (weeks.length === 0) return null;
  return (
    <Section title="Night budgets exceeded">
      <FiguresTable
        caption="Person"
        columns={['Policy', 'Week of', 'Night pages', 'Budget']}
        texts={['Policy']}
        lines={weeks.map(({ personId, policyId, week, pages, budget }) => ({
          key: `${week} ${policyId} ${personId}`,
          name: (
            <Link to="/people/$id" params={{ id: personId }} className="inline-flex max-w-full hover:underline">
              <Person personId={personId} name={names.person(personId)} />
            </Link>
          ),
          cells: [
            <Link key="policy" to="/policies/$id" params={{ id: policyId }} className="link">
              {names.policy(policyId)}
            </Link>,
            <Day key="week" at={`${week}T12:00:00.000Z`} />,
            String(pages),
            String(budget),
          ],
        }))}
      />
    </Section>
  );
}
