import { events as contracts, type FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isRedactable } from '@tocsin/contracts/redactions/noun.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { redactionsDecider } from './decider.js';
import { Redactions, textOf } from './redactions.js';

const place: FactOf<'TextRedacted'> = { ordinal: 1, path: ['text'], stream: 'alertGroup-9' };
const command = { type: 'RedactText', data: place };
const redactedFact = { type: 'TextRedacted' as const, data: place };
const reads = readsAfter();

const note = { type: 'NoteAdded' as const, data: { groupId: idOf('9'), text: 'Ana said so' } };
const logOf = (events: readonly Recorded[]) => ({
  readAll: ({ after, limit, types }: { after: number; limit: number; types?: readonly string[] }) =>
    Promise.resolve(events.filter((event) => event.ordinal > after && (types?.includes(event.type) ?? true)).slice(0, limit)),
});

describe('redacting a text', () => {
  it('is recorded once, by owners and admins', () => {
    expect(given(redactionsDecider).when(command, { actor: byAdmin, reads }).facts()).toEqual([redactedFact]);
    expect(given(redactionsDecider, [redactedFact]).when(command, { actor: byAdmin, reads }).nothing()).toBe(true);
    expect(given(redactionsDecider).when(command, { actor: byBo, reads }).refusal()).toBe('permission.denied');
  });

  it('is refused for what is no free text: ids, names and hashes hold the history together', () => {
    const other = { type: 'RedactText', data: { ordinal: 1, path: ['groupId'] } };
    expect(given(redactionsDecider).when(other, { actor: byAdmin, reads }).refusal()).toBe('redaction.not_text');
    const label = { type: 'RedactText', data: { ordinal: 1, path: ['signal', 'alerts', '0', 'labels', 'kubernetes.io/owner'] } };
    expect(given(redactionsDecider).when(label, { actor: byAdmin, reads }).types()).toEqual(['TextRedacted']);
  });
});

it('every text that a person writes can be redacted', () => {
  const writtenPaths = Object.entries(contracts).flatMap(([type, { personal }]) =>
    personal.flatMap((field) => ('written' in field ? [[type, field.path] as const] : [])),
  );
  const fixedPaths = writtenPaths.filter(([, path]) => !isRedactable(path.replace('*', '0').split('.')));
  expect(writtenPaths.length).toBeGreaterThan(0);
  expect(fixedPaths).toEqual([]);
});

describe('a log with redactions', () => {
  const events = recordedFacts([note, note, redactedFact]);

  it('shows the text no more, and everything else as it was', async () => {
    const log = logOf(events);
    const shownLog = (await Redactions.of(log)).over(log);
    const [first, second] = await shownLog.readAll({ after: 0, limit: 9 });
    expect(first).toEqual({ ...events[0], data: { ...note.data, text: '[redacted]' } });
    expect(second).toBe(events[1]);
    expect(events[0]!.data).toEqual(note.data);
  });

  it('hides every text that was redacted, also when a later redaction was seen before the log was read', async () => {
    const later = recordedFacts([note, note, redactedFact, { type: 'TextRedacted', data: { ...place, ordinal: 2 } }]);
    const redactions = new Redactions();
    redactions.noteRedaction(later[3]!);
    await redactions.load(logOf(later));
    const texts = later.slice(0, 2).map((event) => textOf(redactions.redact(event).data, ['text']));
    expect([texts, redactions.ordinal]).toEqual([['[redacted]', '[redacted]'], 4]);
    expect(redactions.placesAfter(0)).toHaveLength(2);
  });

  it('finds texts in lists and under names with dots, and nothing where there is none', () => {
    const data = { alerts: [{ labels: { 'a.b': 'x' } }], n: 1 };
    expect(textOf(data, ['alerts', '0', 'labels', 'a.b'])).toBe('x');
    for (const path of [['n'], ['alerts', '7', 'x'], ['alerts', 'length'], ['toString']]) expect(textOf(data, path)).toBeUndefined();
  });
});
