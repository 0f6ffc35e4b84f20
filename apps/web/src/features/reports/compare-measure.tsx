import { anchors, measureOf, type Measure } from '@tocsin/contracts/reports/measures.js';
import { Section } from '../../ui/screen.js';
import { Slot } from '../../ui/select.js';
import { boundsText } from './measure-text.js';
import { anchorWords } from './report-words.js';
import type { ReportProps } from './report-frame.js';
import { withChoice } from './search.js';

const standard = 'could_page.first~acknowledged.last';

/** Compares another definition of a measure over the same period. The definition is kept in the URL. */
export function CompareMeasure({ search, onSearch }: ReportProps) {
  const chosen = search.measure === undefined ? null : measureOf(search.measure);
  const measure = chosen ?? measureOf(standard)!;
  const put = (change: Partial<Measure>) => onSearch(withChoice(search, { measure: boundsText({ ...measure, ...change }) }));
  const point = (side: 'from' | 'to') => (
    <>
      <Slot
        label={side === 'from' ? 'Which start' : 'Which end'}
        value={measure[side].occurrence}
        onChange={({ target }) => put({ [side]: { ...measure[side], occurrence: target.value as 'first' | 'last' } })}
      >
        <option value="first">first</option>
        <option value="last">last</option>
      </Slot>{' '}
      <Slot
        label={side === 'from' ? 'Start' : 'End'}
        value={measure[side].anchor}
        onChange={({ target }) => put({ [side]: { ...measure[side], anchor: target.value as Measure['from']['anchor'] } })}
      >
        {anchors.map((anchor) => (
          <option key={anchor} value={anchor}>
            {anchorWords[anchor]}
          </option>
        ))}
      </Slot>
    </>
  );
  return (
    <div className="mt-9 print:hidden">
      <Section title="Compare with another definition">
        <p className="leading-8">
          From the {point('from')} to the {point('to')}, counting{' '}
          <Slot label="Hours" value={measure.hours} onChange={({ target }) => put({ hours: target.value as Measure['hours'] })}>
            <option value="all">all hours</option>
            <option value="working">working hours</option>
          </Slot>
          {chosen && (
            <>
              {' '}
              <button type="button" className="link" onClick={() => onSearch(withChoice(search, { measure: '' }))}>
                Remove
              </button>
            </>
          )}
        </p>
      </Section>
    </div>
  );
}
