import { aNoteWakesNobody } from './a-note-wakes-nobody.js';
import { anAcknowledgeOfWhatIsResolvedIsGoodNews } from './an-acknowledge-of-what-is-resolved-is-good-news.js';
import { anyActOnAGroupRenewsTheHold } from './any-act-on-a-group-renews-the-hold.js';
import { aReopenedGroupPagesAfterTenSeconds } from './a-reopened-group-pages-after-ten-seconds.js';
import { aReopenedGroupStaysWithWhoeverHasIt } from './a-reopened-group-stays-with-whoever-has-it.js';
import { aResolveByHandSaysThatTheSenderStillFires } from './a-resolve-by-hand-says-that-the-sender-still-fires.js';
import { aResumeWaitsTenSeconds } from './a-resume-waits-ten-seconds.js';
import { definePromises } from '../signals/cast.js';
import { theUrgencyThatRisesPagesAtOnce } from './the-urgency-that-rises-pages-at-once.js';

definePromises({
  'an acknowledge of what is resolved is good news': anAcknowledgeOfWhatIsResolvedIsGoodNews,
  'any act on a group renews the hold': anyActOnAGroupRenewsTheHold,
  'a resume waits ten seconds': aResumeWaitsTenSeconds,
  'the urgency that rises pages at once': theUrgencyThatRisesPagesAtOnce,
  'a reopened group pages after ten seconds': aReopenedGroupPagesAfterTenSeconds,
  'a reopened group stays with whoever has it': aReopenedGroupStaysWithWhoeverHasIt,
  'a resolve by hand says that the sender still fires': aResolveByHandSaysThatTheSenderStillFires,
  'a note wakes nobody': aNoteWakesNobody,
});
