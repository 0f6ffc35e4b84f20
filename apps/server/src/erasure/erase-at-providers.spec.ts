import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { MessageRow } from '@tocsin/contracts/alert-groups/messages.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { alertmanager, alertOf } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { ana, bo, contactsOfPerson, pages, Scenario } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { erasedOutcome, failedOutcome, type ChannelOutcome, type SentCopy } from '../channels/channel.js';
import { eraseAtProviders, type Dependencies } from './erase-at-providers.js';

/** Ana got three SMS and a message by ntfy, Bo one SMS, for three alert groups. */
const played = (): Scenario => {
  const contacts = { [ana]: contactsOfPerson(ana, ['sms', 'ntfy']), [bo]: contactsOfPerson(bo, ['sms']) };
  const one = new Scenario({ steps: [pages([ana, bo])], contacts });
  let n = 0;
  one.provider = ({ kind }) => ({ ok: true, state: 'sent', providerId: `${kind} ${(n += 1)}` });
  for (const name of ['Disk', 'Fan', 'Pump']) {
    one.receives(alertmanager([alertOf(name)], { key: name }));
    one.passes(20);
  }
  return one;
};

let scenario: Scenario;
let asked: SentCopy[];
let answer: (copy: SentCopy) => ChannelOutcome;
let isErasedHere: boolean;
let areViewsMade: boolean;
let troubles: string[];
let now: string;
let partSize: number;
let isPaused: boolean;
const start = '2026-11-21T04:00:00.000Z';
beforeEach(() => {
  scenario = played();
  [now, partSize, isPaused, areViewsMade] = [start, 2, false, true];
  [asked, troubles, isErasedHere, answer] = [[], [], true, () => erasedOutcome];
});

const idsOfAna = (kind: string): readonly string[] =>
  scenario
    .all('AttemptSent')
    .flatMap(({ data }) => (data.to.personId === ana && data.providerId?.startsWith(kind) ? [data.providerId] : []));

const dependencies = () =>
  partOf<Dependencies>({
    server: {
      held: isPaused ? { since: start } : null,
      clock: { now: () => now },
      vault: { destroyedSubjects: () => (isErasedHere ? [`person:${ana}`] : []) },
      log: {
        readStream: (stream, from, count) =>
          Promise.resolve(scenario.world.events.filter((event) => event.stream === stream).slice(from, from + count) as never),
      },
      decode: (stored) => stored,
      troubles: { note: (_place, error) => void troubles.push((error as Error).message) },
    },
    channels: {
      ntfy: {},
      sms: {
        erase: (copy) => {
          asked.push(copy);
          return Promise.resolve(answer(copy));
        },
      },
    },
    areViewsAt: () => Promise.resolve(areViewsMade),
    views: {
      list: (_view, { where, cursor, limit }) => {
        const rows = [...scenario.world.rows<MessageRow>('messages').all()].filter(({ personId }) => personId === where['personId']);
        const start = Number(cursor ?? 0);
        const part = rows.slice(start, start + Math.min(partSize, limit ?? 0)).map((row) => ({ id: row.id, row }));
        return Promise.resolve({ rows: part, next: start + partSize < rows.length ? String(start + partSize) : null } as never);
      },
    },
  });

/** All parts, as the process requests them. */
const eraseAll = async () => {
  const records: { copies: never[]; next: string | null }[] = [];
  for (let after: string | null = null, copies: never[] = []; ;) {
    const event = partOf<RecordedOf<'ProviderErasureDue'>>({ data: { personId: ana, after, copies }, meta: { at: start } });
    const outcome = await eraseAtProviders(dependencies(), event);
    if (outcome.kind === 'failed') return { outcome, records };
    const record = outcome.record!.data as (typeof records)[number];
    records.push(record);
    ({ next: after, copies } = record);
    if (after === null) return { outcome, records };
  }
};

describe('what providers keep of an erased person', () => {
  it('is deleted part by part, each copy once and nobody else’s, and what can’t be is counted', async () => {
    const { records } = await eraseAll();
    expect(asked.map(({ providerId }) => providerId).toSorted()).toEqual(idsOfAna('sms').toSorted());
    expect(records.length).toBeGreaterThan(1);
    expect(records.at(-1)).toEqual({
      personId: ana,
      copies: [
        { kind: 'ntfy', deleted: 0, kept: idsOfAna('ntfy').length },
        { kind: 'sms', deleted: idsOfAna('sms').length, kept: 0 },
      ],
      next: null,
    });
    expect(troubles).toEqual([]);
  });

  it('is not touched before the key of their own fields is destroyed', async () => {
    isErasedHere = false;
    expect((await eraseAll()).outcome).toMatchObject({ kind: 'failed', retry: true });
    expect(asked).toEqual([]);
  });

  it('waits for views that are built again, which would leave some out', async () => {
    areViewsMade = false;
    expect((await eraseAll()).outcome).toMatchObject({ kind: 'failed', retry: true, retryAfter: contactLimits.erasureRetry });
    expect(asked).toEqual([]);
  });

  it('is not touched while this server is a restored copy that sends nothing', async () => {
    isPaused = true;
    expect((await eraseAll()).outcome).toMatchObject({ kind: 'failed', reason: 'delivery.held', retry: true });
    expect(asked).toEqual([]);
  });

  it('is asked for again later while the provider fails, and said in health where it stays', async () => {
    answer = () => failedOutcome('delivery.provider_rejected', '', true);
    const { outcome } = await eraseAll();
    expect(outcome).toMatchObject({ kind: 'failed', retry: true, retryAfter: contactLimits.erasureRetry });
    // nothing is gained by asking a provider for the next one while it fails
    expect(asked).toHaveLength(1);
    [now, partSize] = ['2026-11-21T05:00:00.000Z', 20];
    await eraseAll();
    expect(troubles).toEqual([expect.stringContaining(`${idsOfAna('sms').length} by sms (delivery.provider_rejected)`)]);
    troubles = [];
    answer = ({ providerId }) =>
      providerId === idsOfAna('sms')[0] ? failedOutcome('delivery.connection_removed', '', false) : erasedOutcome;
    const { records } = await eraseAll();
    expect(records.at(-1)!.copies.at(-1)).toEqual({
      kind: 'sms',
      deleted: idsOfAna('sms').length - 1,
      kept: 1,
      reason: 'delivery.connection_removed',
    });
    expect(troubles).toEqual(['Copies of messages to an erased person are still there: 1 by sms (delivery.connection_removed).']);
  });
});
