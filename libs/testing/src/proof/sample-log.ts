import { createHash } from 'node:crypto';

interface SampleEvent {
  readonly ordinal: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly v: number;
  readonly data: string;
  readonly meta: string;
}

export const sampleLogId = '0193a5b0-1111-7222-8333-444455556666';

const idOf = (ordinal: number): string => {
  const hex = createHash('sha256').update(String(ordinal)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Events of three streams. `noteAt` gives the seal that stands at an ordinal instead, as the log is sealed while it grows. */
export const sampleLog = (size: number, noteAt: (before: readonly SampleEvent[]) => string | null): readonly SampleEvent[] => {
  const events: SampleEvent[] = [];
  const revisions = new Map<string, number>();
  for (let ordinal = 1; ordinal <= size; ordinal += 1) {
    const note = noteAt(events);
    const stream = note === null ? `door-${ordinal % 3}` : 'seals';
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const data = JSON.stringify(note === null ? { title: `Tür ${ordinal} „offen“ 🔔`, n: ordinal * 1.5 } : { note });
    const meta = `{"at":"2026-11-26T22:00:00.000Z","salt":"${idOf(ordinal).slice(0, 22)}"}`;
    events.push({ ordinal, stream, revision, id: idOf(ordinal), type: note === null ? 'DoorOpened' : 'LogSealed', v: 1, data, meta });
  }
  return events;
};
