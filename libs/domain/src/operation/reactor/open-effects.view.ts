import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { lastsOf, type NoticeKind } from '@tocsin/contracts/notices/kinds.js';
import type { OpenEffect } from '@tocsin/kernel/react/effects.js';
import { millisBetween, addMillis } from '@tocsin/kernel/time.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { isSystem } from '../../rules/permissions.js';
import { countNight, isRecent, type NightPages } from './night-pages.js';

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
  /** Of a person, by policy: only the first night page above the budget asks for a message. */
  readonly nights?: Readonly<Record<string, NightPages>>;
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
const addRequest = <T extends RecordedFact['type']>(expiry: (event: RecordedOf<T>) => string | null | undefined): Change<T> => ({
  keys: ({ id }) => [id],
  row: (_row, event) => {
    const expiresAt = expiry(event);
    return expiresAt === undefined ? undefined : { open: [effectOf(event as RecordedFact, expiresAt)], page: null };
  },
});
/** A secret must be deleted from the vault, however late. */
const addDeletionRequest = <T extends RecordedFact['type']>(): Change<T> => addRequest<T>(() => null);

/** A message that is no page: it is sent while it is news. */
const addNotice = <T extends RecordedFact['type']>(kind: NoticeKind): Change<T> =>
  addRequest<T>(({ meta }) => addMillis(meta.at, lastsOf(kind)));

const countNightPage: Change<'NightPageCounted'> = {
  keys: ({ data }) => [data.personId],
  row: (row, event) => {
    const { policyId } = event.data;
    const counted = countNight(row?.nights?.[policyId], event);
    const asked = counted.exceededBy === event.ordinal ? [effectOf(event, addMillis(event.meta.at, lastsOf('night_budget')))] : [];
    return { page: null, ...row, open: [...(row?.open ?? []), ...asked], nights: { ...row?.nights, [policyId]: counted } };
  },
};

const withoutEvent = (row: Row | undefined, eventId: string | null): Row | null | undefined => {
  const open = row?.open.filter((one) => one.eventId !== eventId);
  if (!row || !open || open.length === row.open.length) return undefined;
  return open.length > 0 || row.page || row.nights || row.givenUp?.length ? { ...row, open } : null;
};

/** A noun’s own outcome names the event that asked as its cause. Outcomes of 0.1 name none. */
const endEffect = <T extends RecordedFact['type']>(): Change<T> => ({
  keys: ({ meta }) => (meta.causationId === null ? [] : [meta.causationId]),
  row: (row, { meta }) => withoutEvent(row, meta.causationId),
});

const changePage = <T extends 'AttemptPlanned' | 'AttemptStarted' | 'AttemptSent' | 'PageCancelled' | 'PageAnswered'>(
  change: (page: NotifiedPage | null, event: RecordedOf<T>) => Partial<NotifiedPage> | undefined,
): Change<T> => ({
  keys: ({ data }) => [(data as { pageId: string }).pageId],
  row: (row, event) => {
    const changedPage = change(row?.page ?? null, event);
    if (!changedPage) return undefined;
    const page = { slots: [], attempts: [], hasEnded: false, at: event.meta.at, ...row?.page, ...changedPage };
    // a message sent while its page ended is withdrawn too
    const isOver = page.hasEnded && page.attempts.length > 0 && event.type !== 'AttemptStarted';
    const withdrawal = isOver ? [effectOf(event as RecordedFact, addMillis(event.meta.at, contactLimits.pushTtl))] : [];
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
  hasHistory: false,
  on: {
    // a person whom the identity provider created joins in the same moment
    PersonInvited: addRequest(({ data, meta }) => (isSystem(meta) ? undefined : data.expiresAt)),
    InvitationMailSent: endEffect(),
    InvitationMailFailed: endEffect(),
    PasswordResetLinkMade: addRequest(({ data }) => (data.mailed ? data.expiresAt : undefined)),
    PasswordResetMailSent: endEffect(),
    PasswordResetMailFailed: endEffect(),
    VerificationAsked: addRequest(({ data }) => data.expiresAt),
    VerificationSent: endEffect(),
    VerificationFailed: endEffect(),
    ContactMethodVerified: addRequest(({ data, meta }) => (data.isAccount ? addMillis(meta.at, duration.day) : undefined)),
    ChatAccountLinked: addRequest(({ meta }) => addMillis(meta.at, duration.day)),
    ContactMethodDisabled: addRequest(({ data, meta }) =>
      data.reason === 'delivery.opted_out' ? addMillis(meta.at, duration.day) : undefined,
    ),
    EmailChangeAsked: addRequest(({ data }) => data.expiresAt),
    EmailChangeMailSent: endEffect(),
    EmailChangeMailFailed: endEffect(),
    EmailChanged: addRequest(({ meta }) => addMillis(meta.at, duration.day)),
    ContactMethodRemoved: addDeletionRequest(),
    PhoneOfferEnded: addDeletionRequest(),
    PushSubscriptionRenewed: addDeletionRequest(),
    TwoFactorTurnedOn: addDeletionRequest(),
    TwoFactorTurnedOff: addDeletionRequest(),
    PersonRoleChanged: addDeletionRequest(),
    EventSubscriptionChanged: addDeletionRequest(),
    EventSubscriptionSecretRotated: addDeletionRequest(),
    EventSubscriptionRemoved: addDeletionRequest(),
    RelaySet: addDeletionRequest(),
    RelayRemoved: addDeletionRequest(),
    IntegrationRemoved: addDeletionRequest(),
    OldSystemConnected: addRequest(({ data }) => (data.endedRef === undefined ? undefined : null)),
    OldSystemDisconnected: addDeletionRequest(),
    LookupSaved: addRequest(({ data }) => (data.endedRef === undefined ? undefined : null)),
    LookupRemoved: addRequest(({ data }) => (data.endedRef === undefined ? undefined : null)),
    ConnectionChanged: addDeletionRequest(),
    ConnectionRemoved: addDeletionRequest(),
    ConnectionAnswersEnded: addDeletionRequest(),
    BackupsConfigured: addRequest(({ data }) => (data.endedRef === undefined ? undefined : null)),
    BackupsTurnedOff: addRequest(({ data }) => (data.endedRef === undefined ? undefined : null)),
    ConfigApplyStopped: addDeletionRequest(),
    MailServerConfigured: addDeletionRequest(),
    MailServerRemoved: addDeletionRequest(),
    EventSubscriptionDisabled: addRequest(({ data, meta }) => (data.because === 'failing' ? addMillis(meta.at, duration.day) : undefined)),
    EventReceiverLost: addNotice('lost_channel'),
    CoverRequested: addRequest(({ data }) => data.to),
    CoverReminded: addRequest(({ data }) => data.nextAt),
    CoverAccepted: addNotice('covers'),
    CoverDeclined: addRequest(({ data, meta }) => (data.closes ? addMillis(meta.at, duration.day) : undefined)),
    CoverWithdrawn: addNotice('covers'),
    CoverExpired: addNotice('covers'),
    WeeklySummaryDue: addRequest(({ data }) => data.nextAt),
    ProviderErasureDue: addDeletionRequest(),
    ProviderErasureRecorded: endEffect(),
    OnCallPosted: addRequest(({ meta }) => addMillis(meta.at, duration.hour)),
    NoticeGiven: addRequest(({ data, meta }) => addMillis(meta.at, lastsOf(data.about.kind))),
    MorningSummaryDue: addNotice('morning_summary'),
    FollowerNotified: addNotice('followed'),
    SilenceEndAnnounced: addNotice('silence_ends'),
    MaintenanceAnnounced: addNotice('maintenance'),
    MaintenanceEnded: addNotice('maintenance'),
    NightPageCounted: countNightPage,
    SmsPartsExceeded: addNotice('cost'),
    DrillPlanned: addNotice('drills'),
    DrillEnded: addNotice('drills'),
    AttemptPlanned: changePage((page, { data }) =>
      contactTraits[data.kind].replaces !== 'none' ? { slots: [...(page?.slots ?? []), data.slot] } : undefined,
    ),
    AttemptStarted: changePage((page, { data }) =>
      page?.slots.includes(data.slot) ? { attempts: [...page.attempts, data.attemptId] } : undefined,
    ),
    AttemptSent: changePage((page, { data }) => (page?.hasEnded && page.attempts.includes(data.attemptId) ? {} : undefined)),
    PageCancelled: changePage(pageEnds),
    PageAnswered: changePage(pageEnds),
    EffectEnded: { keys: ({ data }) => [data.about], row: (row, { data }) => withoutEvent(row, data.askedBy) },
    ReactionFailed: {
      keys: ({ data }) => (data.kind === 'effect' && data.stream ? [idOf(data.stream)] : []),
      row: (row, { meta }) => {
        const failedEffects = row?.open.filter(({ eventId }) => eventId === meta.causationId) ?? [];
        if (!row || failedEffects.length === 0) return undefined;
        return {
          ...row,
          open: row.open.filter((one) => !failedEffects.includes(one)),
          givenUp: [...(row.givenUp ?? []), ...failedEffects],
        };
      },
    },
    ReactionRetryAsked: {
      keys: ({ data }) => data.failures.flatMap(({ kind, stream }) => (kind === 'effect' && stream ? [idOf(stream)] : [])),
      row: (row, { data }) => {
        const isRetried = ({ ordinal }: RequestedEffect): boolean =>
          data.failures.some((one) => one.kind === 'effect' && one.ordinal === ordinal);
        const retriedEffects = row?.givenUp?.filter(isRetried) ?? [];
        if (!row || retriedEffects.length === 0) return undefined;
        return { ...row, open: [...row.open, ...retriedEffects], givenUp: row.givenUp!.filter((one) => !retriedEffects.includes(one)) };
      },
    },
  },
  asks: ['outcomesSince'],
  sweep: (row, logTime, hasRow) => {
    const isRetained = ({ expiresAt }: RequestedEffect): boolean => expiresAt === null || millisBetween(expiresAt, logTime) <= retention;
    // effects asked for before the first reactor are never started
    if (hasRow('outcomesSince', 'log') && [...row.open, ...(row.givenUp ?? [])].some(isRetained)) return row;
    if (Object.values(row.nights ?? {}).some((one) => isRecent(one, logTime))) return row;
    return row.page && !row.page.hasEnded && millisBetween(row.page.at, logTime) <= pageRetention
      ? { ...row, open: [], givenUp: [] }
      : null;
  },
};

/**
 * The ordinal of the first reactor’s start from which on effects have their outcomes on the log: `notices` of those that have them since a later release,
 * `log` of all others.
 */
export const outcomesSinceView: View<number, RecordedFact> = {
  name: 'outcomesSince',
  hasHistory: false,
  on: {
    ReactorStarted: {
      keys: ({ data }) => ['log', ...(data.tracksNotices ? ['notices'] : [])],
      row: (since, { ordinal }) => since ?? ordinal,
    },
  },
};
