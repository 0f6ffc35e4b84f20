import type { ErasedCopies } from '@tocsin/contracts/contacts/events.js';
import type { MessageRow } from '@tocsin/contracts/alert-groups/messages.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { failedOutcome, type ChannelOutcome, type SentCopy } from '../channels/channel.js';
import type { ChannelsByKind } from '../channels/channels.js';
import type { ReactorServerParts } from '../core/server-reach.js';
import type { ViewReader } from '../query/view-reader.js';

export interface Dependencies {
  readonly server: Pick<ReactorServerParts, 'clock' | 'decode' | 'held' | 'log' | 'troubles' | 'vault'>;
  readonly channels: { readonly [K in ContactKind]: Pick<ChannelsByKind[K], 'erase'> };
  readonly views: Pick<ViewReader, 'list'>;
  /** Whether the rows of messages have all that stands on the log up to there. */
  readonly areViewsAt: (ordinal: number) => Promise<boolean>;
}

interface KeptCopy extends SentCopy {
  readonly kind: ContactKind;
}

const readAtOnce = 200;
/** Effects are tried five times. */
const lastTryAfter = 4 * contactLimits.erasureRetry;

/** What the providers of these attempts answered, by the attempt’s id: read from the log, which alone has their ids. */
async function* sentIn({ server }: Dependencies, groupId: string): AsyncGenerator<RecordedOf<'AttemptSent'>> {
  for (let from = 0; ;) {
    const page = await server.log.readStream(`alertGroup-${groupId}`, from, readAtOnce);
    for (const stored of page) {
      const event = server.decode(stored) as RecordedFact;
      if (event.type === 'AttemptSent') yield event;
    }
    const last = page.at(-1);
    if (!last) return;
    from = last.revision + 1;
  }
}

/** The copies of these pages’ messages; a message for several pages is one. */
const copiesOf = async (dependencies: Dependencies, rows: readonly MessageRow[]): Promise<readonly KeptCopy[]> => {
  const kinds = new Map(rows.flatMap(({ attempts }) => attempts.map(({ attemptId, kind }) => [attemptId, kind] as const)));
  const copies = new Map<string, KeptCopy>();
  for (const groupId of new Set(rows.map((row) => row.groupId)))
    for await (const { data, meta } of sentIn(dependencies, groupId)) {
      const kind = kinds.get(data.attemptId);
      const { providerId, charge } = data;
      if (kind === undefined || providerId === null) continue;
      const key = `${kind} ${providerId}`;
      const connectionId = charge?.connectionId ?? copies.get(key)?.connectionId ?? null;
      copies.set(key, { kind, providerId, sentAt: meta.at, connectionId });
    }
  return [...copies.values()];
};

/** Counts one copy more. `outcome`: null where the provider deletes nothing. */
const withCopy = (all: readonly ErasedCopies[], kind: ContactKind, outcome: ChannelOutcome | null): readonly ErasedCopies[] => {
  const before = all.find((one) => one.kind === kind) ?? { kind, deleted: 0, kept: 0 };
  const isDeleted = outcome?.ok === true;
  const reason = outcome && !outcome.ok ? { reason: outcome.reason } : {};
  const after = { ...before, ...reason, deleted: before.deleted + (isDeleted ? 1 : 0), kept: before.kept + (isDeleted ? 0 : 1) };
  return [...all.filter((one) => one.kind !== kind), after].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
};

const words = (copies: readonly ErasedCopies[]): string =>
  copies.flatMap(({ kind, kept, reason }) => (reason ? `${kept} by ${kind} (${reason})` : [])).join(', ');

/** Null: nothing can be deleted there. */
const eraseCopy = async ({ server, channels }: Dependencies, copy: KeptCopy): Promise<ChannelOutcome | null> => {
  const { erase } = channels[copy.kind];
  if (!erase) return null;
  if (server.held) return failedOutcome('delivery.held', '', true);
  return erase(copy, { deadlineMs: contactLimits.erasureDeadline });
};

/**
 * Deletes what providers keep of one part of an erased person’s messages. While a provider fails for the moment the part is done again later:
 * what is deleted already is there no more. After the last try what it has is counted as kept, and the next part follows.
 */
export const eraseAtProviders = async (
  dependencies: Dependencies,
  { data: { personId, after, copies: before }, meta, ordinal }: RecordedOf<'ProviderErasureDue'>,
): Promise<EffectOutcome> => {
  const { server, views } = dependencies;
  // the key of the person’s own fields goes first
  if (!server.vault.destroyedSubjects().includes(`person:${personId}`))
    return { kind: 'failed', reason: 'the person is not erased here yet', retry: true, retryAfter: 15 * duration.second };
  // rows that are still made would leave copies out
  if (!(await dependencies.areViewsAt(ordinal)))
    return { kind: 'failed', reason: 'the views are behind', retry: true, retryAfter: contactLimits.erasureRetry };
  const { rows, next } = await views.list('messages', {
    where: { personId },
    sort: 'startedAt',
    limit: contactLimits.erasedAtOnce,
    ...(after === null ? {} : { cursor: after }),
  });
  let copies: readonly ErasedCopies[] = before;
  const stopped = new Map<ContactKind, Extract<ChannelOutcome, { ok: false }>>();
  for (const copy of await copiesOf(
    dependencies,
    rows.map(({ row }) => row),
  )) {
    const outcome = stopped.get(copy.kind) ?? (await eraseCopy(dependencies, copy));
    if (outcome && !outcome.ok && outcome.retry) stopped.set(copy.kind, outcome);
    copies = withCopy(copies, copy.kind, outcome);
  }
  const [failure] = stopped.values();
  const isLastTry = millisBetween(meta.at, server.clock.now()) >= lastTryAfter;
  if (next === null && words(copies) !== '' && (!failure || isLastTry))
    server.troubles.note('erasure at providers', new Error(`Copies of messages to an erased person are still there: ${words(copies)}.`));
  const record = { type: 'RecordProviderErasure', data: { personId, copies: [...copies], next } };
  if (!failure) return { kind: 'done', record };
  return { kind: 'failed', reason: failure.reason, retry: true, retryAfter: contactLimits.erasureRetry, record };
};
