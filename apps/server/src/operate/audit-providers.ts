import type { Provider } from '@nestjs/common';
import { systemMonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { isDiskLow } from '../core/disk-space.js';
import { quarantineOf } from '../core/store-quarantine.js';
import type { ServerParts } from '../core/server-parts.js';
import { snapshotKey } from '../secrets/purpose-macs.js';
import { AuditWatch } from './audit-watch.js';
import { Auditor } from './auditor.js';
import { TimeGaps } from './time-gaps.js';

type Dependencies = Pick<ServerParts, 'clock' | 'decode' | 'folder' | 'log' | 'logKind' | 'reads' | 'troubles' | 'vault'>;

const auditorOf = (parts: Dependencies): Auditor => {
  const now = (): string => parts.clock.now();
  return new Auditor({
    log: parts.log,
    decode: parts.decode,
    now,
    endsWithLog: parts.logKind === 'import',
    gaps: parts.clock.kind === 'system' ? new TimeGaps({ now, monotonic: systemMonotonicClock }) : null,
    room: parts.folder.room('views'),
    key: snapshotKey(parts.vault),
    version,
    readsWithin: 2_000,
    hasRoom: () => !isDiskLow(parts.folder),
    onTrouble: (error) => parts.troubles.note('auditor', error),
  });
};

const watchOf = (parts: Dependencies, auditor: Auditor): AuditWatch =>
  new AuditWatch({
    auditor,
    now: () => parts.clock.now(),
    monotonic: systemMonotonicClock,
    isTelling: () => parts.logKind !== 'import' && parts.clock.kind === 'system' && !quarantineOf(parts.reads),
  });

/** The providers that check along the log that nothing was forgotten, and that report findings. */
export const auditProviders = (parts: Dependencies): readonly Provider[] => [
  { provide: Auditor, useFactory: () => auditorOf(parts) },
  { provide: AuditWatch, useFactory: (auditor: Auditor) => watchOf(parts, auditor), inject: [Auditor] },
];
