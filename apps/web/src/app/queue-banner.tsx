import { Suspense } from 'react';
import { laterPart } from '../ui/lazy-part.js';

// loaded while there is a network, because it is shown when there is none
const QueueLines = laterPart(() => import('./queue-lines.js'), 'QueueLines');

/** Queued acknowledgements, shown on every screen until they are sent. */
export const QueueBanner = () => (
  <output className="block">
    <Suspense>
      <QueueLines />
    </Suspense>
  </output>
);
