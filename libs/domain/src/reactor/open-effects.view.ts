import { contactTraits } from '@tocsin/contracts/contact-kinds.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { OpenEffect } from '@tocsin/kernel/react/effects.js';
import { between, plus } from '@tocsin/kernel/time.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { isSystem } from '../rules/permissions.js';
import { replacedByOverrides, replacedByTaking } from '../schedules/shared/replaced.js';

interface RequestedEffect extends OpenEffect {
  readonly eventId: string;
  readonly at: string;
}

/** The notifications of a page on devices: they are withdrawn when the page ends. */
interface NotifiedPage {
  /** Attempts by push: as planned, and as claimed. */
  readonly slots: readonly string[];
  readonly attempts: readonly string[];
  readonly hasEnded: boolean;
  readonly at: string;
}

/** Open effects, by the id of the requesting event, or of the page. */
export interface OpenEffectsRow {
  readonly open: readonly RequestedEffect[];
  readonly page: NotifiedPage | null;
  /** Given up; started again on request. */
  readonly givenUp?: readonly RequestedEffect[];
}

type Row = OpenEffectsRow;
type Change<T extends RecordedFact['type']> = RowChange<Row, RecordedOf<T>>;

const effectOf = ({ id, type, ordinal, meta }: RecordedFact, expiresAt: string | null): RequestedEffect => ({
  type,
  ordinal,
  expiresAt,
  eventId: id,
  at: meta.at,
});

/** `expiry`: undefined when the event requests nothing. */
const requests = <T extends RecordedFact['type']>(expiry: (event: RecordedOf<T>) => string | null | undefined): Change<T> => ({
  keys: ({ id }) => [id],
  row: (_row, event) => {
    const expiresAt = expiry(event);
    return expiresAt === undefined ? undefined : { open: [effectOf(event as RecordedFact, expiresAt)], page: null };
  },
});
/** A secret must be deleted from the vault, however late. */
const requestsDeletion = <T extends RecordedFact['type']>(): Change<T> => requests<T>(() => null);

const without = (row: Row | undefined, eventId: string | null): Row | null | undefined => {
  const open = row?.open.filter((one) => one.eventId !== eventId);
  if (!row || !open || open.length === row.open.length) return undefined;
  return open.length > 0 || row.page || row.givenUp?.length ? { ...row, open } : null;
};

/** A noun’s own outcome names the event that asked as its cause. Outcomes of 0.1 name none. */
const ends = <T extends RecordedFact['type']>(): Change<T> => ({
  keys: ({ meta }) => (meta.causationId === null ? [] : [meta.causationId]),
  row: (row, { meta }) => without(row, meta.causationId),
});

const ofPage = <T extends 'AttemptPlanned' | 'AttemptStarted' | 'AttemptSent' | 'PageCancelled' | 'PageAnswered'>(
  change: (page: NotifiedPage | null, event: RecordedOf<T>) => Partial<NotifiedPage> | undefined,
): Change<T> => ({
  keys: ({ data }) => [(data as { pageId: string }).pageId],
  row: (row, event) => {
    const changed = change(row?.page ?? null, event);
    if (!changed) return undefined;
    const page = { slots: [], attempts: [], hasEnded: false, at: event.meta.at, ...row?.page, ...changed };
    // a message sent while its page ended is withdrawn too
    const isOver = page.hasEnded && page.attempts.length > 0 && event.type !== 'AttemptStarted';
    const withdrawal = isOver ? [effectOf(event as RecordedFact, plus(event.meta.at, limits.pushTtl))] : [];
    return { page, open: [...(row?.open ?? []), ...withdrawal] };
  },
});

const pageEnds = (page: NotifiedPage | null): Partial<NotifiedPage> | undefined =>
  page && !page.hasEnded ? { hasEnded: true } : undefined;

const idOf = (stream: string): string => stream.slice('effect-'.length);

/** Stored after expiry, so that a server that was down for long can report what it did not do. */
const retention = 30 * duration.day;
/** No page runs for longer. */
const pageRetention = 30 * duration.day;

export const openEffectsView: View<Row, RecordedFact> = {
  name: 'openEffects',
  past: false,
  on: {
    // a person whom the identity provider created joins in the same moment
    PersonInvited: requests(({ data, meta }) => (isSystem(meta) ? undefined : data.expiresAt)),
    InvitationMailSent: ends(),
    InvitationMailFailed: ends(),
    PasswordResetLinkMade: requests(({ data }) => (data.mailed ? data.expiresAt : undefined)),
    PasswordResetMailSent: ends(),
    PasswordResetMailFailed: ends(),
    VerificationAsked: requests(({ data }) => data.expiresAt),
    VerificationSent: ends(),
    VerificationFailed: ends(),
    EmailChangeAsked: requests(({ data }) => data.expiresAt),
    EmailChangeMailSent: ends(),
    EmailChangeMailFailed: ends(),
    EmailChanged: requests(({ meta }) => plus(meta.at, duration.day)),
    ContactMethodRemoved: requestsDeletion(),
    PushSubscriptionRenewed: requestsDeletion(),
    TwoFactorTurnedOn: requestsDeletion(),
    TwoFactorTurnedOff: requestsDeletion(),
    PersonRoleChanged: requestsDeletion(),
    EventSubscriptionChanged: requestsDeletion(),
    EventSubscriptionSecretRotated: requestsDeletion(),
    EventSubscriptionRemoved: requestsDeletion(),
    EventSubscriptionDisabled: requests(({ data, meta }) => (data.because === 'failing' ? plus(meta.at, duration.day) : undefined)),
    CoverRequested: requests(({ data }) => data.to),
    CoverReminded: requests(({ data }) => data.nextAt),
    CoverAccepted: requests(({ meta }) => plus(meta.at, duration.day)),
    CoverDeclined: requests(({ data, meta }) => (data.closes ? plus(meta.at, duration.day) : undefined)),
    CoverWithdrawn: requests(({ data, meta }) => (data.notifies ? plus(meta.at, duration.day) : undefined)),
    CoverExpired: requests(({ data, meta }) => (data.notifies ? plus(meta.at, duration.day) : undefined)),
    OverridesAdded: requests((event) => (replacedByOverrides(event).length > 0 ? plus(event.meta.at, duration.day) : undefined)),
    TemporaryScheduleChanged: requests((event) => (replacedByTaking(event).length > 0 ? plus(event.meta.at, duration.day) : undefined)),
    WeeklySummaryDue: requests(({ data }) => data.nextAt),
    AttemptPlanned: ofPage((page, { data }) =>
      contactTraits[data.kind].withdraws ? { slots: [...(page?.slots ?? []), data.slot] } : undefined,
    ),
    AttemptStarted: ofPage((page, { data }) =>
      page?.slots.includes(data.slot) ? { attempts: [...page.attempts, data.attemptId] } : undefined,
    ),
    AttemptSent: ofPage((page, { data }) => (page?.hasEnded && page.attempts.includes(data.attemptId) ? {} : undefined)),
    PageCancelled: ofPage(pageEnds),
    PageAnswered: ofPage(pageEnds),
    EffectEnded: { keys: ({ data }) => [data.about], row: (row, { data }) => without(row, data.askedBy) },
    ReactionFailed: {
      keys: ({ data }) => (data.kind === 'effect' && data.stream ? [idOf(data.stream)] : []),
      row: (row, { meta }) => {
        const failed = row?.open.filter(({ eventId }) => eventId === meta.causationId) ?? [];
        if (!row || failed.length === 0) return undefined;
        return { ...row, open: row.open.filter((one) => !failed.includes(one)), givenUp: [...(row.givenUp ?? []), ...failed] };
      },
    },
    ReactionRetryAsked: {
      keys: ({ data }) => data.failures.flatMap(({ kind, stream }) => (kind === 'effect' && stream ? [idOf(stream)] : [])),
      row: (row, { data }) => {
        const isRetried = ({ ordinal }: RequestedEffect): boolean =>
          data.failures.some((one) => one.kind === 'effect' && one.ordinal === ordinal);
        const again = row?.givenUp?.filter(isRetried) ?? [];
        if (!row || again.length === 0) return undefined;
        return { ...row, open: [...row.open, ...again], givenUp: row.givenUp!.filter((one) => !again.includes(one)) };
      },
    },
  },
  asks: ['outcomesSince'],
  sweep: (row, logTime, has) => {
    const isRetained = ({ expiresAt }: RequestedEffect): boolean => expiresAt === null || between(expiresAt, logTime) <= retention;
    // effects asked for before outcomes were recorded are never started again
    if (has('outcomesSince', 'log') && [...row.open, ...(row.givenUp ?? [])].some(isRetained)) return row;
    return row.page && !row.page.hasEnded && between(row.page.at, logTime) <= pageRetention ? { ...row, open: [], givenUp: [] } : null;
  },
};

/** The ordinal from which on outcomes were recorded, under one key. */
export const outcomesSinceView: View<number, RecordedFact> = {
  name: 'outcomesSince',
  past: false,
  on: {
    ReactorStarted: { keys: ({ data }) => (data.recordsOutcomes ? ['log'] : []), row: (since, { ordinal }) => since ?? ordinal },
  },
};
