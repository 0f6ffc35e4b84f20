import { aBundleOfManyOpensALongerWait } from './a-bundle-of-many-opens-a-longer-wait.js';
import { aFailedMessageGoesOnAtOnceWithWhatWaited } from './a-failed-message-goes-on-at-once-with-what-waited.js';
import { aPageOfAServiceInABundleDoesNotRingBesideIt } from './a-page-of-a-service-in-a-bundle-does-not-ring-beside-it.js';
import { aMessagePerhapsDeliveredOpensAWait } from './a-message-perhaps-delivered-opens-a-wait.js';
import { aPageThatRoseToHighDoesNotWait } from './a-page-that-rose-to-high-does-not-wait.js';
import { aPageThatWaitsSaysSo } from './a-page-that-waits-says-so.js';
import { aStepWhosePagesWaitCountsFromTheFirstRing } from './a-step-whose-pages-wait-counts-from-the-first-ring.js';
import { acknowledgeAllTakesWhatTheBundleNames } from './acknowledge-all-takes-what-the-bundle-names.js';
import { anEmptyBundleIsNotSent } from './an-empty-bundle-is-not-sent.js';
import { eachRuleRingsFiveTimesInTenMinutesAtMost } from './each-rule-rings-five-times-in-ten-minutes-at-most.js';
import { highAndLowAreNeverInOneMessage } from './high-and-low-are-never-in-one-message.js';
import { quietMessagesWaitForEachOther } from './quiet-messages-wait-for-each-other.js';
import { theFirstPageOfAnotherServiceDoesNotWait } from './the-first-page-of-another-service-does-not-wait.js';
import { whatEndedMeanwhileLeavesTheBundle } from './what-ended-meanwhile-leaves-the-bundle.js';
import { whatFallsDueAsAWaitEndsGoesWithWhatWaited } from './what-falls-due-as-a-wait-ends-goes-with-what-waited.js';
import { whatFallsDueWithinAMinuteIsOneMessage } from './what-falls-due-within-a-minute-is-one-message.js';
import { definePromises } from './cast.js';

definePromises({
  'what falls due within a minute is one message': whatFallsDueWithinAMinuteIsOneMessage,
  'a bundle of many opens a longer wait': aBundleOfManyOpensALongerWait,
  'what falls due as a wait ends goes with what waited': whatFallsDueAsAWaitEndsGoesWithWhatWaited,
  'the first page of another service does not wait': theFirstPageOfAnotherServiceDoesNotWait,
  'a page of a service in a bundle does not ring beside it': aPageOfAServiceInABundleDoesNotRingBesideIt,
  'a page that rose to high does not wait': aPageThatRoseToHighDoesNotWait,
  'a failed message goes on at once with what waited': aFailedMessageGoesOnAtOnceWithWhatWaited,
  'a message perhaps delivered opens a wait': aMessagePerhapsDeliveredOpensAWait,
  'acknowledge all takes what the bundle names': acknowledgeAllTakesWhatTheBundleNames,
  'what ended meanwhile leaves the bundle': whatEndedMeanwhileLeavesTheBundle,
  'an empty bundle is not sent': anEmptyBundleIsNotSent,
  'a page that waits says so': aPageThatWaitsSaysSo,
  'a step whose pages wait counts from the first ring': aStepWhosePagesWaitCountsFromTheFirstRing,
  'each rule rings five times in ten minutes at most': eachRuleRingsFiveTimesInTenMinutesAtMost,
  'quiet messages wait for each other': quietMessagesWaitForEachOther,
  'high and low are never in one message': highAndLowAreNeverInOneMessage,
});
