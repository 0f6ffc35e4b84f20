import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { choiceOf } from '@tocsin/contracts/notices/choices.js';
import type { NoticeKind } from '@tocsin/contracts/notices/kinds.js';
import type { NoticeAbout } from '@tocsin/contracts/notices/noun.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { methodFor, wantedBy } from '@tocsin/domain/operation/notices/shared/wanted.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { EventEffects } from '../core/event-effect-table.js';
import type { EventDeliveryDependencies } from '../reactor/deliver-events.js';
import type { TellDependencies } from '../reactor/tell-person.js';
import { tellOfSmsParts } from './cost.js';
import { askForDrill, tellOfDrillsEnd } from './drills.js';
import { gapAhead } from './gap-ahead.js';
import { giveNotice, type NoticeDependencies } from './give-notice.js';
import { goingOff } from './going-off.js';
import { goingOn } from './going-on.js';
import { tellOfDisabled, tellOfLost } from './lost-channel.js';
import { tellOfItsEnd, tellOfMaintenance } from './maintenance.js';
import { morningSummary } from './morning-summary.js';
import { movedShifts } from './moved-shifts.js';
import { tellOfNights } from './night-budget.js';
import type { WordsOf } from './notice-kind.js';
import { postOnCall } from './post-on-call.js';
import { tellOfSilence } from './silence-ends.js';
import { tellFollower } from './tell-follower.js';

/** The words of each kind that is decided about a schedule. */
const wordsByKind: { readonly [K in NoticeAbout['kind']]: WordsOf<K> } = {
  going_on: goingOn,
  going_off: goingOff,
  shifts_moved: movedShifts,
  gap_ahead: gapAhead,
};

const unneeded: EffectOutcome = { kind: 'unneeded' };

/** Who gets it now: they may have switched it off since, been disabled or erased. */
const readerOf = ({ server }: TellDependencies, personId: string, kind: NoticeKind): PersonRow | undefined => {
  const isWanted = !server.held && wantedBy(server.reads, personId, kind) !== null;
  return isWanted ? server.reads.people.get(personId) : undefined;
};

const giveDecided = async (dependencies: TellDependencies, { id, data }: RecordedOf<'NoticeGiven'>): Promise<EffectOutcome> => {
  const { personId, contactMethodId, about } = data;
  const reader = readerOf(dependencies, personId, about.kind);
  // the compiler can’t see that a kind and its words belong together
  const wordsOf = wordsByKind[about.kind] as WordsOf<NoticeAbout['kind']>;
  const words = reader && (await wordsOf(about, reader, dependencies));
  return words ? giveNotice(dependencies, { id, kind: about.kind, contactMethodId, reader }, words) : unneeded;
};

const giveSummary = async (dependencies: TellDependencies, { id, data }: RecordedOf<'MorningSummaryDue'>): Promise<EffectOutcome> => {
  const kind = 'morning_summary';
  const reader = readerOf(dependencies, data.personId, kind);
  const words = reader && (await morningSummary(data, dependencies));
  if (!words) return unneeded;
  const contact = dependencies.server.reads.contacts.get(data.personId);
  return giveNotice(
    dependencies,
    { id, kind, contactMethodId: methodFor(contact, choiceOf(contact, kind).contactMethodId), reader },
    words,
  );
};

/** Messages that are no page, to one person or in a channel. */
export const createNoticeEffects = (dependencies: NoticeDependencies & EventDeliveryDependencies): EventEffects => ({
  OnCallPosted: async (event) => postOnCall(dependencies, event),
  NoticeGiven: async (event) => giveDecided(dependencies, event),
  MorningSummaryDue: async (event) => giveSummary(dependencies, event),
  FollowerNotified: async (event) => tellFollower(dependencies, event),
  SilenceEndAnnounced: async (event) => tellOfSilence(dependencies, event),
  MaintenanceAnnounced: async (event) => tellOfMaintenance(dependencies, event),
  MaintenanceEnded: async (event) => tellOfItsEnd(dependencies, event),
  NightPageCounted: async (event) => tellOfNights(dependencies, event),
  DrillPlanned: async (event) => askForDrill(dependencies, event),
  DrillEnded: async (event) => tellOfDrillsEnd(dependencies, event),
  SmsPartsExceeded: async (event) => tellOfSmsParts(dependencies, event),
  EventReceiverLost: async (event) => tellOfLost(dependencies, event),
  EventSubscriptionDisabled: async (event) => tellOfDisabled(dependencies, event),
});
