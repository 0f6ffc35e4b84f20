import { acknowledgeAllTakesTheGroupThatLeadsByNow } from './acknowledge-all-takes-the-group-that-leads-by-now.js';
import { aJoinerOfHighUrgencyPagesAgainAfterAnAcknowledge } from './a-joiner-of-high-urgency-pages-again-after-an-acknowledge.js';
import { aSenderAcknowledgesOneAlertOfAStorm } from './a-sender-acknowledges-one-alert-of-a-storm.js';
import { aStormTakesNoMoreWhenItIsOver } from './a-storm-takes-no-more-when-it-is-over.js';
import { aThreadThatDoesNotFitGoesWholeIntoALinkedGroup } from './a-thread-that-does-not-fit-goes-whole-into-a-linked-group.js';
import { eachAlertOfAStormResolvesByItsOwnKey } from './each-alert-of-a-storm-resolves-by-its-own-key.js';
import { fromTheFiftyFirstOnAlertsJoinOneGroup } from './from-the-fifty-first-on-alerts-join-one-group.js';
import { definePromises } from './cast.js';
import { linkedGroupsAreOneThingToPageFor } from './linked-groups-are-one-thing-to-page-for.js';
import { theFirstFiftyGroupsOfAStormOpen } from './the-first-fifty-groups-of-a-storm-open.js';
import { theLinkOfAPageShowsTheGroupThatLeadsByNow } from './the-link-of-a-page-shows-the-group-that-leads-by-now.js';
import { whatJoinsAfterTheStormResolvedOpensALinkedGroup } from './what-joins-after-the-storm-resolved-opens-a-linked-group.js';
import { whenTheLeaderEndsTheNextGoesOnAndRingsNobody } from './when-the-leader-ends-the-next-goes-on-and-rings-nobody.js';

definePromises({
  'a joiner of high urgency pages again after an acknowledge': aJoinerOfHighUrgencyPagesAgainAfterAnAcknowledge,
  'a sender acknowledges one alert of a storm': aSenderAcknowledgesOneAlertOfAStorm,
  'a storm takes no more when it is over': aStormTakesNoMoreWhenItIsOver,
  'a thread that does not fit goes whole into a linked group': aThreadThatDoesNotFitGoesWholeIntoALinkedGroup,
  'each alert of a storm resolves by its own key': eachAlertOfAStormResolvesByItsOwnKey,
  'from the fifty first on alerts join one group': fromTheFiftyFirstOnAlertsJoinOneGroup,
  'linked groups are one thing to page for': linkedGroupsAreOneThingToPageFor,
  'the first fifty groups of a storm open': theFirstFiftyGroupsOfAStormOpen,
  'what joins after the storm resolved opens a linked group': whatJoinsAfterTheStormResolvedOpensALinkedGroup,
  'when the leader ends the next goes on and rings nobody': whenTheLeaderEndsTheNextGoesOnAndRingsNobody,
});

// on a server of its own: nothing waits for Ana yet
definePromises({
  'the link of a page shows the group that leads by now': theLinkOfAPageShowsTheGroupThatLeadsByNow,
});
definePromises({
  'acknowledge all takes the group that leads by now': acknowledgeAllTakesTheGroupThatLeadsByNow,
});
