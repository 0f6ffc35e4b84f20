import { aTeamPagesEverybodyInItOnce } from './a-team-pages-everybody-in-it-once.js';
import { acknowledgeAndNotifyOthersStill } from './acknowledge-and-notify-others-still.js';
import { aPersonInTwoStepsIsPagedOnce } from './a-person-in-two-steps-is-paged-once.js';
import { escalateNowAfterTheLastBeginsTheNextRound } from './escalate-now-after-the-last-begins-the-next-round.js';
import { escalateNowTakesTheNextStepAtOnce } from './escalate-now-takes-the-next-step-at-once.js';
import { escalateNowWithNobodyToGoToIsRefused } from './escalate-now-with-nobody-to-go-to-is-refused.js';
import { keep } from './keep.js';
import { lowUrgencyClimbsWhereItsPolicySaysSo } from './low-urgency-climbs-where-its-policy-says-so.js';
import { lowUrgencyWaitsForTheMorning } from './low-urgency-waits-for-the-morning.js';
import { myHolidaySwitchSaysWhatItUncovers } from './my-holiday-switch-says-what-it-uncovers.js';
import { nobodyIsToldOfTheEndSevenDaysAfterTheLastRing } from './nobody-is-told-of-the-end-seven-days-after-the-last-ring.js';
import { roundRobinSkipsWhoeverCannotBeReached } from './round-robin-skips-whoever-cannot-be-reached.js';
import { roundRobinSurvivesANewVersion } from './round-robin-survives-a-new-version.js';
import { roundRobinTakesTheNextEachTime } from './round-robin-takes-the-next-each-time.js';
import { stepsKeepTheirIdsThroughVersions } from './steps-keep-their-ids-through-versions.js';

keep({
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
  // Bo has no phone after it
  'escalate now with nobody to go to is refused': escalateNowWithNobodyToGoToIsRefused,
  'round-robin skips whoever can not be reached': roundRobinSkipsWhoeverCannotBeReached,
});
