import type { ReportName, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import type { ReactNode } from 'react';
import { capital } from '../../data/words/capital.js';
import { useNames } from '../../data/words/names.js';
import { buttonClass } from '../../ui/button.js';
import { Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { OrderShown, OtherLog } from './count-link.js';
import { PinFoot } from './pin-foot.js';
import { ReportFilters } from './report-filters.js';
import { useImports } from './shared/use-imports.js';
import { withChoice, type ReportSearch } from './search.js';
import { ReportTabs } from './shared/report-tabs.js';
import { reportQueryOf, daysOf, useReport, type AnswerOf } from './use-report.js';

export interface ReportProps {
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}

interface Props<R extends ReportName> extends ReportProps {
  report: R;
  title: string;
  measures?: readonly string[];
  /** The finding, in one or two sentences. */
  finding: (answer: AnswerOf<R>) => ReactNode;
  children: (answer: AnswerOf<R>) => ReactNode;
}

const none: readonly string[] = [];

/** Layout of all reports: filters, finding, figures, and the pinned position at the end. */
export function ReportFrame<R extends ReportName>({ report, title, measures = none, search, onSearch, finding, children }: Props<R>) {
  const query = reportQueryOf(search, measures);
  const reading = useReport(report, query);
  const answer = reading.data;
  const csv = new URLSearchParams({ ...query, format: 'csv', ...(answer ? { ordinal: `${answer.order.ordinal}` } : {}) });
  return (
    <Screen
      title={title}
      aside={
        <span className="flex gap-2 print:hidden">
          <a className={buttonClass('plain')} href={`/api/reports/${report}?${csv}`} download>
            Download CSV
          </a>
          <button type="button" className={`${buttonClass('plain')} max-sm:hidden`} onClick={() => print()}>
            Print
          </button>
        </span>
      }
    >
      <ReportTabs />
      <ReportFilters search={search} days={daysOf(search, answer)} onPut={(change) => onSearch(withChoice(search, change))} />
      <div className="mt-5" aria-busy={reading.isPlaceholderData}>
        <WhenRead of={[reading]} what="The report" lines={8}>
          {answer && (
            <>
              {search.log && <ImportedMark id={search.log} />}
              <ReportScope order={answer.order} />
              <p className="mb-5 max-w-[86ch] text-xl font-medium tracking-tight text-balance">{finding(answer)}</p>
              <OtherLog value={answer.log !== undefined}>
                <OrderShown value={answer.log === undefined ? answer.order : null}>{children(answer)}</OrderShown>
              </OtherLog>
              <PinFoot answer={answer} />
            </>
          )}
        </WhenRead>
      </div>
    </Screen>
  );
}

/** These figures are another system’s. */
function ImportedMark({ id }: { id: string }) {
  const name = useImports().find((one) => one.id === id)?.name;
  return <p className="mb-2 text-warn">From {name ?? 'another system'}: imported, and in no figure of this installation.</p>;
}

/** Scope of the report, for printing, where filters are hidden. */
function ReportScope({ order: { service, team, urgency, label } }: { order: ReportOrder }) {
  const names = useNames();
  const parts = [
    team && `Team ${names.team(team)}`,
    service && `Service ${names.service(service)}`,
    urgency && `${capital(urgency)} urgency`,
    label && `service.${label}`,
  ];
  const texts = parts.filter((part) => part);
  return texts.length > 0 && <p className="mb-2 hidden text-muted print:block">{texts.join(' · ')}</p>;
}
