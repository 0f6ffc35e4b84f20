import { aDeviceThatIsGoneIsNotTriedAgain } from './a-device-that-is-gone-is-not-tried-again.js';
import { aFailedMethodIsTriedAgainBesideTheNext } from './a-failed-method-is-tried-again-beside-the-next.js';
import { aStaleGroupNeverPagesByTimerAlone } from './a-stale-group-never-pages-by-timer-alone.js';
import { aLinkIsNeverUsedByAMailScanner } from './a-link-is-never-used-by-a-mail-scanner.js';
import { anAcknowledgeByALinkIsUndoneWithinTenSeconds } from './an-acknowledge-by-a-link-is-undone-within-ten-seconds.js';
import { anAttemptIsHandedOverOnce } from './an-attempt-is-handed-over-once.js';
import { anAttemptWithNoOutcomeIsFollowedByAnother } from './an-attempt-with-no-outcome-is-followed-by-another.js';
import { seenStopsMyOwnPhone } from './seen-stops-my-own-phone.js';
import { whoeverHasItActsOnByTheLink } from './whoever-has-it-acts-on-by-the-link.js';
import { definePromises } from './cast.js';
import { noPageGoesOutAfterTheAcknowledgeThatCancelledIt } from './no-page-goes-out-after-the-acknowledge-that-cancelled-it.js';

definePromises({
  'an acknowledge by a link is undone within ten seconds': anAcknowledgeByALinkIsUndoneWithinTenSeconds,
  'whoever has it acts on by the link': whoeverHasItActsOnByTheLink,
  'a link is never used by a mail scanner': aLinkIsNeverUsedByAMailScanner,
  'seen stops my own phone': seenStopsMyOwnPhone,
  'a failed method is tried again beside the next': aFailedMethodIsTriedAgainBesideTheNext,
  'an attempt is handed over once': anAttemptIsHandedOverOnce,
  'an attempt with no outcome is followed by another': anAttemptWithNoOutcomeIsFollowedByAnother,
  'no page goes out after the acknowledge that cancelled it': noPageGoesOutAfterTheAcknowledgeThatCancelledIt,
  // a day passes
  'a stale group never pages by timer alone': aStaleGroupNeverPagesByTimerAlone,
  'a device that is gone is not tried again': aDeviceThatIsGoneIsNotTriedAgain,
});
