import type { ReactNode } from 'react';
import { WhenSettled, WhenRead, type Reading } from '../../ui/when-read.js';

/**
 * Empty until all its data is loaded. `below` is rendered together with it, or with its error, so that it never moves. `lines`: the expected height.
 */
export function ReadinessBox({
  of,
  lines,
  below,
  children,
}: {
  of: readonly Reading[];
  lines: number;
  below: ReactNode;
  children: ReactNode;
}) {
  return (
    <WhenSettled of={of} lines={lines}>
      <div className="mb-5 empty:hidden">
        <WhenRead of={of} what="The readiness" lines={lines}>
          {children}
        </WhenRead>
      </div>
      {below}
    </WhenSettled>
  );
}
