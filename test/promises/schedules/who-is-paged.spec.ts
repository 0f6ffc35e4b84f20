import { aCoverCanBeCovered } from './a-cover-can-be-covered.js';
import { anEditInMidShiftPagesWhomItSaid } from './an-edit-in-mid-shift-pages-whom-it-said.js';
import { anIntendedGapIsPlain } from './an-intended-gap-is-plain.js';
import { keep } from './keep.js';
import { takeItWhileAPageRings } from './take-it-while-a-page-rings.js';

keep('2026-11-23T08:00:00.000Z', {
  'an edit in mid shift pages whom it said': anEditInMidShiftPagesWhomItSaid,
  'take it while a page rings': takeItWhileAPageRings,
  'a cover can be covered': aCoverCanBeCovered,
  'an intended gap is plain': anIntendedGapIsPlain,
});
