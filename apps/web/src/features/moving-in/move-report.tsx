import type { MovingInReport } from '@tocsin/contracts/moving-in/moving-in.js';
import { count } from '../../data/words/sentence.js';
import { Disclosure } from '../../ui/disclosure.js';
import { Section } from '../../ui/screen.js';

const fates = [
  ['changed', 'Changed on the way'],
  ['no counterpart', 'No counterpart here'],
  ['missing', 'Missing'],
  ['by hand', 'By hand'],
] as const;

/** What came whole, what became something else by which rule, and what is left to people. */
export function MoveReport({ report }: { report: MovingInReport }) {
  const { counts, remarks, missing, toConfirm, admins, withoutAddress } = report;
  const came = counts.filter((one) => one.count > 0).map((one) => count(one.count, one.one, one.many));
  return (
    <Section title="What comes over">
      <p>{came.length === 0 ? 'Nothing was found.' : `${came.join(', ')}.`}</p>
      {withoutAddress > 0 && (
        <p className="text-warn">
          {count(withoutAddress, 'account has', 'accounts have')} no address, which the system does not tell: they can’t be invited.
        </p>
      )}
      {missing.length > 0 && (
        <Disclosure summary={`${count(missing.length, 'question')} of configuration without an answer`} className="pt-1">
          <ul className="pl-4 wrap-anywhere text-muted">
            {missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {fates.map(([fate, title]) => (
        <Remarks key={fate} title={title} remarks={remarks.filter((remark) => remark.fate === fate)} />
      ))}
      <h3 className="pt-4 font-medium">On day one</h3>
      <p>
        {count(toConfirm, 'person is', 'people are')} on call or in a step. Nobody can be paged before they confirm a contact method: invite
        them, and look at Readiness.
      </p>
      {admins.length > 0 && (
        <p>
          {count(admins.length, 'admin', 'admins')} to grant by hand: {admins.join(', ')}.
        </p>
      )}
    </Section>
  );
}

function Remarks({ title, remarks }: { title: string; remarks: MovingInReport['remarks'] }) {
  if (remarks.length === 0) return null;
  return (
    <>
      <h3 className="pt-4 font-medium">{title}</h3>
      <ul>
        {remarks.map(({ rule, count: all, about }) => (
          <li key={rule} className="pt-1">
            <Disclosure summary={`${rule} (${all})`}>
              <ul className="pl-4 wrap-anywhere text-muted">
                {[...new Set(about)].map((one) => (
                  <li key={one}>{one}</li>
                ))}
                {all > about.length && <li>and {all - about.length} more</li>}
              </ul>
            </Disclosure>
          </li>
        ))}
      </ul>
    </>
  );
}
