import type { events } from '@tocsin/contracts/followers/noun.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

export const followerSentences: Sentences<keyof typeof events> = {
  FollowerNotified: ({ data }, names) =>
    `${names.person(data.personId)}, who follows ${names.service(data.serviceId)}, was told of ${count(data.news.length + data.more, 'alert group')}.`,
  NewsPassedOver: ({ data }, names) => `There was news of ${names.service(data.serviceId)}, and no follower to tell.`,
};
