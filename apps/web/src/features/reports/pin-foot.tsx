import { Disclosure } from '../../ui/disclosure.js';
import type { ReportAnswer } from '@tocsin/contracts/reports/reports.js';
import { Link } from '@tanstack/react-router';
import { Copy } from '../../ui/copy.js';
import { rangeName } from './report-words.js';

/** The pinned log position: the same position gives the same bytes, and thus the same hash. */
export function PinFoot({ answer: { pin, cut, order, log } }: { answer: ReportAnswer }) {
  const text = [
    `report ${pin.report} v${pin.version}`,
    `range ${pin.from} – ${pin.to}`,
    `zone ${pin.zone} (${pin.zones})`,
    `ordinal ${pin.ordinal}`,
    ...(['service', 'team', 'urgency'] as const).flatMap((of) => (order[of] === null ? [] : [`${of} ${order[of]}`])),
    ...(order.services ? [`services ${order.services.join(',')}`] : []),
    `sha256 ${pin.hash}`,
  ].join('\n');
  return (
    <footer className="mt-10 border-t border-line pt-3 text-xs text-muted">
      <p>
        {rangeName(pin)}. Reproducible: computed from event {pin.ordinal.toLocaleString('en')} of{' '}
        {log === undefined ? (
          <Link to="/history" className="link">
            the log
          </Link>
        ) : (
          'the imported log'
        )}
        .{cut && ' Individual figures are left out here; the hash covers the whole report.'}
      </p>
      <Disclosure className="mt-2" summary={`Definition ${pin.report} v${pin.version} · SHA-256 ${pin.hash.slice(0, 12)}…`}>
        <div className="mt-2 max-w-3xl">
          <Copy label="Pin" text={text} />
        </div>
      </Disclosure>
    </footer>
  );
}
