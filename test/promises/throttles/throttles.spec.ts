import { aBundleCountsOnceForAThrottle } from './a-bundle-counts-once-for-a-throttle.js';
import { aThrottledMethodIsPassedOver } from './a-throttled-method-is-passed-over.js';
import { allMethodsThrottledTheLoudestIsUsed } from './all-methods-throttled-the-loudest-is-used.js';
import { anAcknowledgementTakesWhatWaitsForAThrottle } from './an-acknowledgement-takes-what-waits-for-a-throttle.js';
import { definePromises } from './cast.js';
import { whatIsAskedForByHandIsNotThrottled } from './what-is-asked-for-by-hand-is-not-throttled.js';
import { whatWaitsForAThrottleGoesOutAsOneMessage } from './what-waits-for-a-throttle-goes-out-as-one-message.js';

definePromises({
  'a throttled method is passed over': aThrottledMethodIsPassedOver,
  'all methods throttled: the loudest is used': allMethodsThrottledTheLoudestIsUsed,
  'what waits for a throttle goes out as one message': whatWaitsForAThrottleGoesOutAsOneMessage,
  'a bundle counts once for a throttle': aBundleCountsOnceForAThrottle,
  'an acknowledgement takes what waits for a throttle': anAcknowledgementTakesWhatWaitsForAThrottle,
  'what is asked for by hand is not throttled': whatIsAskedForByHandIsNotThrottled,
});
