import type { MovingInReport } from '@tocsin/contracts/moving-in/moving-in.js';
import { Disclosure } from '../../ui/disclosure.js';
import { Section } from '../../ui/screen.js';
import { AtTime, Day } from '../../ui/time.js';

type Compared = MovingInReport['schedules'][number];

const hours = (some: readonly Compared[]): number => Math.round(some.reduce((sum, one) => sum + one.unexplainedHours, 0) * 10) / 10;
const peopleWords = (people: readonly string[]): string => people.join(', ') || 'nobody';

/** Who is on call there and here, change by change. What differs has the name of a rule, or is unexplained. */
export function OnCallThere({ report: { schedules, refused } }: { report: MovingInReport }) {
  const unexplained = hours(schedules);
  return (
    <Section title="Who is on call, there and here">
      <output className={`block font-medium ${unexplained === 0 ? 'text-done' : 'text-warn'}`}>
        {unexplained === 0 ? '✓ 0 unexplained' : `${unexplained} h unexplained`}
      </output>
      {refused.length > 0 && (
        <p className="text-warn">{refused.join(', ')} would differ for more than an hour, and no rule says why: look at them first.</p>
      )}
      <ul className="divide-y divide-line-soft">
        {schedules.map((compared) => (
          <li key={`${compared.schedule} ${compared.from}`} className="py-2">
            <Stretch compared={compared} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Stretch({ compared: { schedule, from, to, unexplainedHours, isReadOtherwise, differences, more } }: { compared: Compared }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 font-medium wrap-anywhere">{schedule}</span>
        <span className="text-muted">
          <Day at={from} /> to <Day at={to} />
        </span>
        <span className={`ml-auto ${unexplainedHours === 0 ? 'text-muted' : 'text-warn'}`}>
          {unexplainedHours === 0 ? '0 unexplained' : `${unexplainedHours} h unexplained`}
        </span>
      </p>
      {isReadOtherwise && <p className="text-xs text-muted">It is rendered otherwise than its rules read; the rendering was compared.</p>}
      {differences.length > 0 && (
        <Disclosure
          summary={differences.length === 1 ? '1 difference' : `${differences.length + more} differences`}
          isOpen={unexplainedHours > 0}
        >
          <div className="overflow-x-auto">
            <table className="w-full min-w-[36rem] text-left">
              <thead className="text-xs text-muted">
                <tr>
                  {['From', 'To', 'There', 'Here', 'Why'].map((head) => (
                    <th key={head} className="py-1 pr-3 font-normal">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {differences.map((one) => (
                  <tr key={one.from} className="border-t border-line-soft align-top">
                    <td className="py-1 pr-3 whitespace-nowrap">
                      <AtTime at={one.from} />
                    </td>
                    <td className="py-1 pr-3 whitespace-nowrap">
                      <AtTime at={one.to} />
                    </td>
                    <td className="py-1 pr-3">{peopleWords(one.there)}</td>
                    <td className="py-1 pr-3">{peopleWords(one.here)}</td>
                    <td className={`py-1 ${one.rule === null ? 'text-warn' : ''}`}>{one.rule ?? 'unexplained'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {more > 0 && <p className="text-muted">and {more} more</p>}
          </div>
        </Disclosure>
      )}
    </>
  );
}
