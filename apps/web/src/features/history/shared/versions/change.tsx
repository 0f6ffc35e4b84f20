import type { Recorded } from '@tocsin/contracts/envelope.js';
import { Suspense, useState } from 'react';
import { Button } from '../../../../ui/button.js';
import { lazyPart } from '../../../../ui/lazy-part.js';
import { WhenRead } from '../../../../ui/when-read.js';
import { DifferenceTable } from './difference-table.js';
import { fieldsOf, type Thing } from '@tocsin/contracts/versions.js';
import { useVersion } from './use-version.js';

const VersionsDialog = lazyPart(() => import('./versions-dialog.js'), 'VersionsDialog');

/** What an event changed of a thing: before and after. */
export function Change({ event, thing }: { event: Recorded; thing: Thing }) {
  const [isComparing, setComparing] = useState(false);
  const [before, after] = [useVersion(thing, event.ordinal - 1), useVersion(thing, event.ordinal)];
  const fields = (row: object | null | undefined) => (row ? fieldsOf(thing.view, row) : {});
  return (
    <section aria-label="Before and after">
      <WhenRead of={[before, after]} what="The change" lines={2}>
        <DifferenceTable before={fields(before.data)} after={fields(after.data)} heads={['Before', 'After']} />
      </WhenRead>
      <Button kind="quiet" className="mt-1 -ml-3 !h-7 text-xs" onClick={() => setComparing(true)}>
        Compare versions…
      </Button>
      <Suspense>{isComparing && <VersionsDialog thing={thing} at={event.ordinal} onClose={() => setComparing(false)} />}</Suspense>
    </section>
  );
}
