import { keep } from './keep.js';
import { stepsKeepTheirIdsThroughVersions } from './steps-keep-their-ids-through-versions.js';

keep({
  'steps keep their ids through versions': stepsKeepTheirIdsThroughVersions,
});
