import { aPersonInTwoStepsIsPagedOnce } from './a-person-in-two-steps-is-paged-once.js';
import { aServiceWithAnotherPolicyAppliesItToOpenGroupsWhenAsked } from './a-service-with-another-policy-applies-it-to-open-groups-when-asked.js';
import { aStepByLabelsIsSkippedWithoutThem } from './a-step-by-labels-is-skipped-without-them.js';
import { aStepByUrgencyIsSkippedForTheOther } from './a-step-by-urgency-is-skipped-for-the-other.js';
import { aStepByWorkingHoursIsSkippedOutsideThem } from './a-step-by-working-hours-is-skipped-outside-them.js';
import { aStepSkippedByItsConditionIsNotEmpty } from './a-step-skipped-by-its-condition-is-not-empty.js';
import { aTeamPagesEverybodyInItOnce } from './a-team-pages-everybody-in-it-once.js';
import { aWebhookStepReachesNobody } from './a-webhook-step-reaches-nobody.js';
import { acknowledgeAndNotifyOthersStill } from './acknowledge-and-notify-others-still.js';
import { afterTheLastRoundManagersAndOwnersArePaged } from './after-the-last-round-managers-and-owners-are-paged.js';
import { anEditedPolicyIsAppliedToOpenGroupsWhenAsked } from './an-edited-policy-is-applied-to-open-groups-when-asked.js';
import { anEmptyStepIsSkippedAtOnce } from './an-empty-step-is-skipped-at-once.js';
import { escalateNowAfterTheLastBeginsTheNextRound } from './escalate-now-after-the-last-begins-the-next-round.js';
import { escalateNowTakesTheNextStepAtOnce } from './escalate-now-takes-the-next-step-at-once.js';
import { escalateNowWithNobodyToGoToIsRefused } from './escalate-now-with-nobody-to-go-to-is-refused.js';
import { highUrgencyIgnoresMySleep } from './high-urgency-ignores-my-sleep.js';
import { definePromises } from './cast.js';
import { lowUrgencyClimbsWhereItsPolicySaysSo } from './low-urgency-climbs-where-its-policy-says-so.js';
import { lowUrgencyWaitsForTheMorning } from './low-urgency-waits-for-the-morning.js';
import { myHolidaySwitchSaysWhatItUncovers } from './my-holiday-switch-says-what-it-uncovers.js';
import { nobodyIsToldOfTheEndSevenDaysAfterTheLastRing } from './nobody-is-told-of-the-end-seven-days-after-the-last-ring.js';
import { notAcceptedInFiveMinutesItReturns } from './not-accepted-in-five-minutes-it-returns.js';
import { reassignedStaysWithTheOldHolderUntilAccepted } from './reassigned-stays-with-the-old-holder-until-accepted.js';
import { respondersThatAreAddedArePagedAlthoughAcknowledged } from './responders-that-are-added-are-paged-although-acknowledged.js';
import { roundRobinSkipsWhoeverCannotBeReached } from './round-robin-skips-whoever-cannot-be-reached.js';
import { roundRobinSurvivesANewVersion } from './round-robin-survives-a-new-version.js';
import { roundRobinTakesTheNextEachTime } from './round-robin-takes-the-next-each-time.js';
import { stepsDueAtOneSecondAreAllTakenInOrder } from './steps-due-at-one-second-are-all-taken-in-order.js';
import { supportHoursMakeTheRestOfTheWeekLow } from './support-hours-make-the-rest-of-the-week-low.js';
import { stepsKeepTheirIdsThroughVersions } from './steps-keep-their-ids-through-versions.js';

definePromises({
  'acknowledge and notify others still': acknowledgeAndNotifyOthersStill,
  'a person in two steps is paged once': aPersonInTwoStepsIsPagedOnce,
  'steps keep their ids through versions': stepsKeepTheirIdsThroughVersions,
  'escalate now takes the next step at once': escalateNowTakesTheNextStepAtOnce,
  'escalate now after the last begins the next round': escalateNowAfterTheLastBeginsTheNextRound,
  'round-robin takes the next each time': roundRobinTakesTheNextEachTime,
  'round-robin survives a new version': roundRobinSurvivesANewVersion,
  'a team pages everybody in it once': aTeamPagesEverybodyInItOnce,
  'low urgency climbs where its policy says so': lowUrgencyClimbsWhereItsPolicySaysSo,
  'low urgency waits for the morning': lowUrgencyWaitsForTheMorning,
  'my holiday switch says what it uncovers': myHolidaySwitchSaysWhatItUncovers,
  'nobody is told of the end seven days after the last ring': nobodyIsToldOfTheEndSevenDaysAfterTheLastRing,
  'a step by working hours is skipped outside them': aStepByWorkingHoursIsSkippedOutsideThem,
  'a step by urgency is skipped for the other': aStepByUrgencyIsSkippedForTheOther,
  'a step by labels is skipped without them': aStepByLabelsIsSkippedWithoutThem,
  'a step skipped by its condition is not empty': aStepSkippedByItsConditionIsNotEmpty,
  'after the last round managers and owners are paged': afterTheLastRoundManagersAndOwnersArePaged,
  'steps due at one second are all taken in order': stepsDueAtOneSecondAreAllTakenInOrder,
  'support hours make the rest of the week low': supportHoursMakeTheRestOfTheWeekLow,
  'high urgency ignores my sleep': highUrgencyIgnoresMySleep,
  'reassigned stays with the old holder until accepted': reassignedStaysWithTheOldHolderUntilAccepted,
  'not accepted in five minutes it returns': notAcceptedInFiveMinutesItReturns,
  'responders that are added are paged although acknowledged': respondersThatAreAddedArePagedAlthoughAcknowledged,
  'an edited policy is applied to open groups when asked': anEditedPolicyIsAppliedToOpenGroupsWhenAsked,
  'a service with another policy applies it to open groups when asked': aServiceWithAnotherPolicyAppliesItToOpenGroupsWhenAsked,
  'a webhook step reaches nobody': aWebhookStepReachesNobody,
  // Bo has no phone after it
  'escalate now with nobody to go to is refused': escalateNowWithNobodyToGoToIsRefused,
  'an empty step is skipped at once': anEmptyStepIsSkippedAtOnce,
  'round-robin skips whoever can not be reached': roundRobinSkipsWhoeverCannotBeReached,
});
