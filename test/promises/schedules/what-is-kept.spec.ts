import { aKillAtAHandoffLosesNone } from './a-kill-at-a-handoff-loses-none.js';
import { aScheduleMovesWithItsTeam } from './a-schedule-moves-with-its-team.js';
import { aScheduleThatIsPagedStays } from './a-schedule-that-is-paged-stays.js';
import { definePromises } from './cast.js';
import { manyHandoffsAtOneInstantMakeNothingLate } from './many-handoffs-at-one-instant-make-nothing-late.js';
import { ofTwoEditsTheSecondSeesTheFirst } from './of-two-edits-the-second-sees-the-first.js';
import { ofChangesAtOneInstantTheLastCounts } from './of-changes-at-one-instant-the-last-counts.js';
import { programsAskWhoIsOnCall } from './programs-ask-who-is-on-call.js';
import { respondersPutOnlyThemselvesOnCall } from './responders-put-only-themselves-on-call.js';
import { thePastIsReadOnly } from './the-past-is-read-only.js';
import { whatIsWrongIsSaidAtItsField } from './what-is-wrong-is-said-at-its-field.js';
import { whoIsErasedHasNothingAhead } from './who-is-erased-has-nothing-ahead.js';
import { whoLeavesIsFollowedAtOnce } from './who-leaves-is-followed-at-once.js';

definePromises('2026-11-23T08:00:00.000Z', {
  'a schedule that is paged stays': aScheduleThatIsPagedStays,
  'who leaves is followed at once': whoLeavesIsFollowedAtOnce,
  'who is erased has nothing ahead': whoIsErasedHasNothingAhead,
  'what is wrong is said at its field': whatIsWrongIsSaidAtItsField,
  'of two edits the second sees the first': ofTwoEditsTheSecondSeesTheFirst,
  'responders put only themselves on call': respondersPutOnlyThemselvesOnCall,
  'a schedule moves with its team': aScheduleMovesWithItsTeam,
  'programs ask who is on call': programsAskWhoIsOnCall,
  'a kill at a handoff loses none': aKillAtAHandoffLosesNone,
  'many handoffs at one instant make nothing late': manyHandoffsAtOneInstantMakeNothingLate,
  'of changes at one instant the last counts': ofChangesAtOneInstantTheLastCounts,
  'the past is read-only': thePastIsReadOnly,
});
