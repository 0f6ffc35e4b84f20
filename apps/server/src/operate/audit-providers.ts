import type { Provider } from '@nestjs/common';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { heldIn } from '../core/held.js';
import type { ServerParts } from '../core/server-parts.js';
import { snapshotKey } from '../secrets/keyed.js';
import { AuditWatch } from './audit-watch.js';
import { Auditor } from './auditor.js';
import { TimeGaps } from './time-gaps.js';

type Needs = Pick<ServerParts, 'clock' | 'decode' | 'folder' | 'log' | 'logKind' | 'reads' | 'reserve' | 'troubles' | 'vault'>;

const auditorOf = (core: Needs): Auditor => {
  const now = (): string => core.clock.now();
  return new Auditor({
    log: core.log,
    decode: core.decode,
    now,
    gaps: core.clock.kind === 'system' ? new TimeGaps({ now, monotonic: systemMonotonicClock }) : null,
    room: core.folder.room('views'),
    key: snapshotKey(core.vault),
    version,
    readsWithin: 2_000,
    hasRoom: () => !core.reserve?.isShort,
    onTrouble: (error) => core.troubles.note('auditor', error),
  });
};

const watchOf = (core: Needs, auditor: Auditor): AuditWatch =>
  new AuditWatch({
    auditor,
    now: () => core.clock.now(),
    monotonic: systemMonotonicClock,
    isTelling: () => core.logKind === 'live' && core.clock.kind === 'system' && !heldIn(core.reads),
  });

/** What proves along the log that nothing was forgotten, and who looks at it. */
export const auditProviders = (core: Needs): readonly Provider[] => [
  { provide: Auditor, useFactory: () => auditorOf(core) },
  { provide: AuditWatch, useFactory: (auditor: Auditor) => watchOf(core, auditor), inject: [Auditor] },
];
