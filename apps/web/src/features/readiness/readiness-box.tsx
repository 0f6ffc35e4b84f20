import type { ReactNode } from 'react';
import { WhenSettled, WhenRead, type Reading } from '../../ui/when-read.js';

/**
 * Says nothing before all is read that it needs. What stands `below` comes with it, or with the words that say why it can’t: it never
 * moves. `lines`: about as high as the box will be.
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
      <div className="mb-8 empty:hidden">
        <WhenRead of={of} what="The readiness" lines={lines}>
          {children}
        </WhenRead>
      </div>
      {below}
    </WhenSettled>
  );
}
